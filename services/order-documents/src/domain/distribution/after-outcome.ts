import { afterPoll, afterReport } from './after-poll.ts'
import { afterLookUp } from './after-submission.ts'
import { isFinal } from './distribution-order.ts'
import type { DistributionOrder } from './distribution-order.ts'
import { cancel, fail, giveUp, keepOrder, withoutRejections } from './outcome.ts'
import type { Moment, Outcome } from './outcome.ts'
import type { CancelOutcome, FindOutcome } from './provider.ts'
import { providerText } from './provider-text.ts'
import { isRefusedCancellation } from './refused-cancellation.ts'
import {
  after,
  isTooLateToCancel,
  isTooOldToLookUp,
  lookDelayMs,
  pollDelayMs,
} from './submission-schedule.ts'

export function afterFind(order: DistributionOrder, outcome: FindOutcome, moment: Moment): Outcome {
  if (isFinal(order.state)) return withoutRejections(order)
  return order.state === 'draft'
    ? afterLookUp(order, outcome, moment)
    : afterPoll(order, outcome, moment)
}

export function afterCancel(
  order: DistributionOrder,
  outcome: CancelOutcome,
  moment: Moment,
): Outcome {
  const { cancelRequestedAt } = order
  if (isFinal(order.state) || cancelRequestedAt === null) return withoutRejections(order)
  if (outcome.kind === 'cancelled')
    return cancel({ ...order, rawStatus: providerText(outcome.rawStatus) })
  if (outcome.kind !== 'not-cancelled')
    return withoutRejections(afterUncancelled(order, outcome, moment))
  const reported = afterReport(order, outcome, moment)
  if (isFinal(reported.order.state)) return reported
  // A response of 202 may only acknowledge the request.
  const unknown = { kind: 'unknown', reason: `the order is still ${outcome.rawStatus}` } as const
  return { ...reported, order: afterUncancelled(reported.order, unknown, moment) }
}

/** The order is kept, or its cancellation is requested again. */
function afterUncancelled(
  order: DistributionOrder,
  { kind, reason }: { readonly kind: 'refused' | 'unknown'; readonly reason: string },
  moment: Moment,
): DistributionOrder {
  const { now, random } = moment
  const requestedAt = order.cancelRequestedAt ?? now
  if (kind === 'refused' || isTooLateToCancel(requestedAt, now))
    return { ...keepOrder(order, reason, moment), nextAttemptAt: now }
  return {
    ...order,
    failure: providerText(reason),
    nextAttemptAt: after(now, lookDelayMs(requestedAt, now, random)),
  }
}

/** Without a connection, an order that the provider may have waits for one; any other order fails. */
export function afterUnreachable(
  order: DistributionOrder,
  reason: string,
  { now, random }: Pick<Moment, 'now' | 'random'>,
): Outcome {
  if (isFinal(order.state)) return withoutRejections(order)
  const since = order.submittedAt ?? order.submitAttemptedAt
  if (since === null) return fail(order, reason)
  if (isTooOldToLookUp(since, now)) return giveUp(order, reason)
  const nextAttemptAt = after(now, pollDelayMs(since, now, random))
  const failure = isRefusedCancellation(order.failure) ? order.failure : providerText(reason)
  return withoutRejections({ ...order, failure, nextAttemptAt })
}
