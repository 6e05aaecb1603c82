import { UsageError } from '../service/command-line.ts'
import { say } from '../operator/operator-program.ts'
import { INTEGER_ID_MAX } from '../values/ids.ts'
import { positionOf } from './check-ids.ts'
import { listMovedTables, quoted } from './moved-tables.ts'
import type { OwnerSession } from './owner-session.ts'

/** The ids that a database gives. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

/** A table that has its ids from a sequence. */
interface Numbered {
  readonly name: string
  readonly sequence: string
}

/**
 * Has every id that this database gives from now on lie in a range, and prints where each is.
 * @throws UsageError when a table has ids beyond the range; then no table is changed
 */
export async function setIdRange(session: OwnerSession, range: IdRange | undefined): Promise<void> {
  const tables = (await listMovedTables(session)).flatMap(({ name, sequence }): Numbered[] =>
    sequence === null ? [] : [{ name, sequence }],
  )
  if (range !== undefined) await moveSequences(session, tables, range)
  for (const { name, sequence } of tables) {
    const { last, max } = await positionOf(session, sequence)
    say(`${name}: the next id is ${last + 1}, the last one ${Math.min(max, INTEGER_ID_MAX)}`)
  }
}

/**
 * All tables are checked before the first is changed. One transaction would do it, too, but it would lock the sequences
 * of all tables until the last insert under way in any of them has ended.
 */
async function moveSequences(
  session: OwnerSession,
  tables: readonly Numbered[],
  range: IdRange,
): Promise<void> {
  const statements: string[] = []
  for (const table of tables) statements.push(await moveSql(session, table, range))
  for (const statement of statements) await session.rows(statement)
}

/** @throws UsageError */
async function moveSql(
  session: OwnerSession,
  { name, sequence }: Numbered,
  { first, last }: IdRange,
): Promise<string> {
  const position = await positionOf(session, sequence)
  const hasGivenNone = position.last < position.first
  const isUnused =
    hasGivenNone && (await session.rows(`select from ${quoted(name)} limit 1`)).length === 0
  if (!isUnused && position.last >= last)
    throw new UsageError(
      `The next id of ${name} is ${position.last + 1}: the range must end later than at ${last}. No range was changed.`,
    )
  const restart = isUnused || position.last < first ? `start ${first} restart ${first}` : ''
  return `alter sequence ${sequence} maxvalue ${last} ${restart}`
}
