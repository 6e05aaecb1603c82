import { checkChange, isSafe } from '../registry/check.ts'
import type { Published } from '../registry/check.ts'
import { RECORDS_MAX } from '../registry/operation-records.ts'
import { publish } from '../registry/publish.ts'
import type { PublishOptions } from '../registry/publish.ts'
import { reportCheck } from './report.ts'
import { readChange } from './subgraph-change.ts'
import type { ChangeArguments } from './subgraph-change.ts'

export interface ChangeCommandOptions extends ChangeArguments {
  readonly print: (line: string) => void
}

/**
 * Reports what publishing would change. Returns the exit code: 1 when it would not compose, break or fail something.
 */
export async function runCheck(against: Published, options: ChangeCommandOptions): Promise<0 | 1> {
  const { print } = options
  const change = await readChange(options)
  const { check, published, records } = await checkChange(against, change)
  reportCheck(check, print)
  if (records.length >= RECORDS_MAX)
    print(`The record of operations is full: rare ones beyond its ${RECORDS_MAX} were not checked.`)
  const names = change.changed.join(', ')
  const before = published === undefined ? 'an empty registry' : `version ${published.id}`
  if (isSafe(check)) {
    print(
      `${names} can be published: checked against ${before} and ${records.length} recorded operations.`,
    )
    return 0
  }
  print(`${names} is not ready to be published (checked against ${before}).`)
  return 1
}

/** Publishes one subgraph, or all. Returns the exit code: 1 when nothing was published. */
export async function runPublish(
  published: Published,
  options: ChangeCommandOptions & PublishOptions,
): Promise<0 | 1> {
  const { print } = options
  const publication = await publish(published, await readChange(options), options)
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
  const { id } = check.version
  if (kind === 'refused') {
    print('Nothing was published, because clients would break. If they may, add --accept-breaking.')
    return 1
  }
  if (kind === 'unchanged') print(`Version ${id} is published already, and current.`)
  else print(`Published version ${id}${isSafe(check) ? '' : ', accepting what breaks'}.`)
  return 0
}
