import { sql as raw } from 'kysely'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import { plainStatement } from './statements.ts'

/** For the beginning of a transaction: all its statements see the snapshot of the first one. */
export const readSnapshot = plainStatement(
  nothing,
  () => raw`set transaction isolation level repeatable read, read only`,
)
