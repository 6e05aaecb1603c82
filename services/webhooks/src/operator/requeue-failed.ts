import type { RequeueFailedRequest, RequeueResponse } from '@takeoff/contracts/operator-api'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Params } from '@takeoff/kit/postgres/statement'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { statement } from '../db/statements.ts'
import { REPLAY_MAX, replayDeliveries } from '../subscriptions/replay-deliveries.ts'
import type { ReplayContext } from '../subscriptions/replay-deliveries.ts'

export interface FailedDeliveries {
  readonly database: Database
  readonly deliveries: ReplayContext['deliveries']
  readonly logger: ReplayContext['logger']
}

const selectOrganization = statement((db, $: Params<{ readonly id: number }>) =>
  db.selectFrom('webhook').where('id', '=', $.id).select('orgId'),
)

/**
 * Replays failed and waiting deliveries in the same way as the subscription's own organization.
 * @throws NotFoundError, ConflictError unless the subscription is sendable, RateLimitedError after too many replays
 */
export async function requeueFailed(
  { database, deliveries, logger }: FailedDeliveries,
  { webhookId, since, until }: RequeueFailedRequest,
): Promise<RequeueResponse> {
  const webhook = await database.row(selectOrganization, { id: webhookId })
  if (webhook === undefined) throw new NotFoundError(`There is no subscription ${webhookId}.`)
  const orgIds = [webhook.orgId]
  const requeued = await replayDeliveries(
    { database: database.ofOrganizations(orgIds), deliveries, logger, caller: { orgIds } },
    { webhookId, since: new Date(since), until: new Date(until), onlyFailed: true },
  )
  return { requeued, hasMore: requeued === REPLAY_MAX }
}
