import { checkSubgraphs } from './check.ts'
import type { Registry } from './registry.ts'
import { isSafe, reportCheck } from './report-check.ts'
import { readChange } from './subgraph-change.ts'
import type { SubgraphArguments } from './subgraph-change.ts'

export interface CheckOptions extends SubgraphArguments {
  readonly print: (line: string) => void
}

/** Tells what publishing would do. Answers the exit code: 1 when it would not compose, break or fail something. */
export async function runCheck(registry: Registry, options: CheckOptions): Promise<0 | 1> {
  const { print } = options
  const { change, changed } = await readChange(options)
  const { history } = await registry.history()
  const published = history && (await registry.version(history.current))
  const records = published === undefined ? [] : await registry.operations()
  const check = await checkSubgraphs(change(published?.subgraphs ?? []), published, records)
  reportCheck(check, print)
  const against = published === undefined ? 'an empty registry' : `version ${published.id}`
  if (isSafe(check)) {
    print(
      `${changed.join(', ')} can be published: checked against ${against} and ${records.length} recorded operations.`,
    )
    return 0
  }
  print(`${changed.join(', ')} is not ready to be published (checked against ${against}).`)
  return 1
}
