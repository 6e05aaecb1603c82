import { UsageError } from '../service/command-line.ts'
import { say } from '../postgres/operator-program.ts'
import { INTEGER_ID_MAX } from '../values/ids.ts'
import { positionOf } from './check-ids.ts'
import { listMovedTables } from './moved-tables.ts'
import type { OwnerSession } from './owner-session.ts'

/** The ids that a database gives. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** Has every id that this database gives from now on lie in a range, and prints where each is. */
export async function setIdRange(session: OwnerSession, range: IdRange | undefined): Promise<void> {
  for (const { name, sequence } of await listMovedTables(session)) {
    if (sequence === null) continue
    if (range !== undefined) await moveSequence(session, { name, sequence }, range)
    const { last, max } = await positionOf(session, sequence)
    say(`${name}: the next id is ${last + 1}, the last one ${Math.min(max, INTEGER_ID_MAX)}`)
  }
}

async function moveSequence(
  session: OwnerSession,
  { name, sequence }: { readonly name: string; readonly sequence: string },
  { first, last }: IdRange,
): Promise<void> {
  const position = await positionOf(session, sequence)
  if (position.last > last)
    throw new UsageError(
      `${name} has ids up to ${position.last}: the range must end later than at ${last}.`,
    )
  const restart = position.last < first ? `start ${first} restart ${first}` : ''
  await session.rows(`alter sequence ${sequence} maxvalue ${last} ${restart}`)
}
