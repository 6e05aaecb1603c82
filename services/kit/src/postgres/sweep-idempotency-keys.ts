import { sql as raw } from 'kysely'
import { startLoop } from '../concurrency/loop.ts'
import type { Logger } from '../service/logger.ts'
import type { Database } from './database.ts'
import type { Sql } from './sql.ts'
import { KEPT_SINCE } from './idempotency.ts'
import { nothing } from './sql-types.ts'
import { statementsOf } from './statement.ts'
import type { Params } from './statement.ts'

const SWEEP_EVERY_MS = 600_000
/** Rows of one batch, which keeps its locks short. */
const BATCH_SIZE = 1_000

/** The database whose idempotency keys are swept. */
export interface IdempotencyKeySweep {
  readonly database: Database
  readonly logger: Logger
}

/** Periodically deletes the keys that have expired, until it is disposed. */
export function startSweepingIdempotencyKeys({
  database,
  logger,
}: IdempotencyKeySweep): AsyncDisposable {
  return startLoop({
    round: () => sweepIdempotencyKeys(database),
    idleMs: SWEEP_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'expired idempotency keys could not be swept'),
  })
}

const { plainStatement } = statementsOf('kit')

/** Skips keys that are being used again, and those that another process deletes. */
const deleteExpired = plainStatement(
  nothing,
  ($: Params<{ readonly limit: number }>) => raw`
    delete from idempotency_key where ctid = any(array(
      select ctid from idempotency_key where created_at <= ${KEPT_SINCE}
      limit ${$.limit} for update skip locked))
    returning 1`,
)

/** Deletes a batch of them. Returns whether there may be more. */
export async function sweepIdempotencyKeys(sql: Sql, limit = BATCH_SIZE): Promise<boolean> {
  return (await sql.rows(deleteExpired, { limit })).length === limit
}
