import { sql as raw } from 'kysely'
import { nothing } from './sql-types.ts'
import { statementsOf } from './statement.ts'

/** For the beginning of a transaction: all its statements see the snapshot of the first one. */
export const readSnapshot = statementsOf('kit').plainStatement(
  nothing,
  () => raw`set transaction isolation level repeatable read, read only`,
)
