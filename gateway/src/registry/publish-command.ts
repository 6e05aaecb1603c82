import { publish } from './publish.ts'
import type { Registry } from './registry.ts'
import { isSafe, reportCheck } from './report-check.ts'
import { readChange } from './subgraph-change.ts'
import type { SubgraphArguments } from './subgraph-change.ts'

export interface PublishCommandOptions extends SubgraphArguments {
  readonly acceptBreaking: boolean
  readonly print: (line: string) => void
}

/** Publishes one subgraph, or all. Answers the exit code: 1 when nothing was published. */
export async function runPublish(
  registry: Registry,
  options: PublishCommandOptions,
): Promise<0 | 1> {
  const { acceptBreaking, print } = options
  const change = await readChange(options)
  const publication = await publish(registry, { ...change, acceptBreaking, now: () => new Date() })
  if (publication.kind === 'overtaken') {
    print('Nothing was published: others publish all the time. Try again.')
    return 1
  }
  const { kind, check } = publication
  reportCheck(check, print)
  if (check.kind === 'refused') {
    print('Nothing was published.')
    return 1
  }
  switch (kind) {
    case 'unchanged':
      print(`Version ${check.version.id} is published already, and current.`)
      return 0
    case 'published':
      print(
        `Published version ${check.version.id}${isSafe(check) ? '' : ', accepting what breaks'}.`,
      )
      return 0
    case 'refused':
      print(
        'Nothing was published, because clients would break. If they may, add --accept-breaking.',
      )
      return 1
    default:
      return kind satisfies never
  }
}
