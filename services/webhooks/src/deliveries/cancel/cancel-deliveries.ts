import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { isFrozenSql } from '@takeoff/kit/postgres/frozen-organization'
import { nothing } from '@takeoff/kit/postgres/sql-types'
import type { Params } from '@takeoff/kit/postgres/statement'
import type { Logger } from '@takeoff/kit/service/logger'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { plainStatement } from '../../db/statements.ts'
import { VERIFICATION_EVENT } from '../../messages/webhook-events.ts'
import { IS_AWAITED, IS_WAITING, storeFinished, UNDELIVERABLE_STATE } from './finish-sql.ts'

/** Rows moved in one statement: it takes some 100 ms. */
const BATCH_SIZE = 2_000
/** Any number that no other two-key advisory lock uses. */
const CANCEL_LOCK = 41_833
/** Batches that a request waits for: one or two seconds, twice that while the background cancels, too. */
const BATCHES_OF_REQUEST_MAX = 10
/** 200,000 deliveries are cancelled in the background meanwhile. */
const RETRY_SECONDS = 10

/**
 * Ends waiting deliveries of subscriptions that are disabled or not verified. Events become failed, so that they
 * stay listed and can be replayed; the handshake of a disabled subscription is cancelled, and the deliveries of a
 * deleted one are deleted. A leased delivery ends with its result or its release. If the subscription becomes
 * sendable again meanwhile, the remaining deliveries stay, as do those of an organization that is moved.
 *
 * A request that makes a subscription sendable again calls this before, because a delivery that is left would be sent.
 * @param sql preferably not a transaction: then each batch commits, also when more are left
 * @throws RateLimitedError when more are left than a request can wait for; the background cancels them
 */
export async function cancelDeliveries(sql: Sql, webhookIds: readonly number[]): Promise<void> {
  for (let batches = 0; batches < BATCHES_OF_REQUEST_MAX; batches += 1)
    if (!(await cancelSomeDeliveries(sql, webhookIds))) return
  throw new RateLimitedError(
    `Many deliveries from before are still being ended, because they would be sent otherwise. Send the same request again in ${RETRY_SECONDS} seconds.`,
    RETRY_SECONDS,
  )
}

/**
 * Cancels one batch of the deliveries that `cancelDeliveries` does, because the time for all is unlimited: 100,000 take about
 * 5 s. Claims report the subscriptions with others, which are then cancelled in the background.
 * @returns whether more may be left
 */
export async function cancelSomeDeliveries(
  sql: Sql,
  webhookIds: readonly number[],
): Promise<boolean> {
  return (await sql.rows(cancelUndeliverable, { webhookIds })).length === BATCH_SIZE
}

/**
 * Cancels a batch of a subscription whose change is committed. Never rejects, because that change must not be repeated:
 * what is left is cancelled in the background.
 */
export async function cancelAfterCommit(
  { database, logger }: { readonly database: Sql; readonly logger: Logger },
  webhookId: number,
): Promise<void> {
  await cancelSomeDeliveries(database, [webhookId]).catch((error: unknown) =>
    logCancelFailure(logger, { err: error, webhookId }),
  )
}

/** Claims report the deliveries that are left, so that the background tries again. */
export function logCancelFailure(
  logger: Logger,
  failure: { readonly err: unknown; readonly webhookId?: number },
): void {
  logger.warn(failure, 'undeliverable deliveries could not be cancelled')
}

/** Ends waiting handshakes: the code was used, or a newer one replaces it. */
export async function cancelHandshakes(sql: Sql, webhookIds: readonly number[]): Promise<void> {
  await sql.run(cancelHandshakesOf, { webhookIds })
}

/**
 * Serialized per subscription: when a call finds no more rows, none are left. Skips locked rows: those deliveries
 * are under way.
 */
const finish = (condition: RawBuilder<boolean>) =>
  plainStatement(
    nothing,
    ($: Params<{ readonly webhookIds: readonly number[] }>) => raw`
with turn as (
  select pg_advisory_xact_lock(${raw.lit(CANCEL_LOCK)}, id)
  from (select id from unnest(${$.webhookIds}::int[]) id order by id) given
), waiting as (
  select d.webhook_id, d.id, w.id is null as is_orphan
  from delivery d left join webhook w on w.id = d.webhook_id
  where (select count(*) from turn) >= 0
    and d.webhook_id = any(${$.webhookIds}::int[]) and ${IS_WAITING} and ${condition}
  limit ${raw.lit(BATCH_SIZE)} for update of d skip locked
), ended as (
  delete from delivery d using waiting w where d.webhook_id = w.webhook_id and d.id = w.id
  returning d.*, w.is_orphan
), stored as (
  ${storeFinished(UNDELIVERABLE_STATE, raw`ended where not is_orphan`)}
)
select from ended`,
  )

const cancelUndeliverable = finish(raw`not ${IS_AWAITED} and not ${isFrozenSql(raw`d.org_id`)}`)
const cancelHandshakesOf = finish(raw`d.event = ${raw.lit(VERIFICATION_EVENT)}`)
