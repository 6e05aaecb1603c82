import type { RequeueFailedRequest, RequeueResponse } from '@takeoff/contracts/operator-api'
import type { Database } from '@takeoff/kit/postgres/database'
import { NotFoundError } from '@takeoff/kit/values/errors'
import { REPLAY_MAX, replayDeliveries } from '../subscriptions/replay-deliveries.ts'
import type { ReplayContext } from '../subscriptions/replay-deliveries.ts'

export interface FailedDeliveries {
  readonly database: Database
  readonly deliveries: ReplayContext['deliveries']
}

/**
 * Replays failed deliveries in the same way as the subscription's own organization.
 * @throws NotFoundError, ConflictError unless the subscription is sendable, RateLimitedError after too many replays
 */
export async function requeueFailed(
  { database, deliveries }: FailedDeliveries,
  { webhookId: id, since, until }: RequeueFailedRequest,
): Promise<RequeueResponse> {
  const [webhook] = await database.query<{ orgId: number }>(
    'select org_id as "orgId" from webhook where id = $1',
    [id],
  )
  if (webhook === undefined) throw new NotFoundError(`There is no subscription ${id}.`)
  const requeued = await replayDeliveries(
    { database, deliveries, caller: { orgIds: [webhook.orgId] } },
    { id, since: new Date(since), until: new Date(until), onlyFailed: true },
  )
  return { requeued, hasMore: requeued === REPLAY_MAX }
}
