import { afterPoll } from './after-poll.ts'
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
  if (outcome.kind === 'cancelled') return cancel(order)
  const { now, random } = moment
  if (outcome.kind === 'refused' || isTooLateToCancel(cancelRequestedAt, now))
    return withoutRejections({ ...keepOrder(order, outcome.reason, moment), nextAttemptAt: now })
  return withoutRejections({
    ...order,
    failure: providerText(outcome.reason),
    nextAttemptAt: after(now, lookDelayMs(cancelRequestedAt, now, random)),
  })
}

/** The provider never received the order, so it is cancelled without a call. */
export function afterCancelHere(order: DistributionOrder): Outcome {
  return cancel(order)
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
