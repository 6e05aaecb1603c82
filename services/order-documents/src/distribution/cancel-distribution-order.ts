import { ConflictError, NotFoundError } from '@takeoff/kit/values/errors'
import { isUuid } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import type { DistributionOrderRecord } from '../db/distribution/distribution-order-reads.ts'
import { lockDistributionOrder } from '../db/distribution/lock-distribution-order.ts'
import { requestCancellation } from '../db/distribution/request-cancellation.ts'
import { writeOutcome } from '../db/distribution/write-outcome.ts'
import { isFinal } from '../domain/distribution/distribution-order.ts'
import { requestCancel } from '../domain/distribution/request-cancel.ts'
import { findKnownProvider } from '../providers/known-providers.ts'
import { findDistributionOrder } from './find-distribution-orders.ts'

/**
 * Cancels an order at once if the provider does not have it; otherwise it records the request, and the worker
 * sends it to the provider. A repeated request changes nothing.
 * @throws NotFoundError for one outside the caller's organizations
 * @throws ConflictError when it can no longer be cancelled
 */
export async function cancelDistributionOrder(
  context: Context,
  id: string,
): Promise<DistributionOrderRecord> {
  const { database, caller, traceparent, submissions } = context
  if (!isUuid(id)) throw unknown(id)
  await database.transaction(async (sql) => {
    const locked = await lockDistributionOrder(sql, caller.orgIds, id)
    if (locked === undefined) throw unknown(id)
    const { now, state, providerIdentifier } = locked
    const request = requestCancel(locked, now, providerNamed(providerIdentifier))
    if (request.kind === 'refused') throw new ConflictError(request.reason, { state })
    const { order } = request
    if (order === locked) return
    if (isFinal(order.state)) {
      const { userId } = caller
      await writeOutcome(sql, locked, { order, rejectedLines: [], traceparent, userId })
    } else {
      await requestCancellation(sql, locked, traceparent)
    }
  })
  submissions.claimNow()
  const cancelled = await findDistributionOrder(context, id)
  if (cancelled === null) throw unknown(id)
  return cancelled
}

/** Finds the provider whether or not this installation has its address. */
function providerNamed(identifier: string) {
  const known = findKnownProvider(identifier)
  return known ?? { name: identifier, canCancel: true }
}

function unknown(id: string): NotFoundError {
  return new NotFoundError(
    `There is no distribution order ${id.slice(0, 40)} in your organizations. Give the id of a distribution order.`,
    'id',
  )
}
