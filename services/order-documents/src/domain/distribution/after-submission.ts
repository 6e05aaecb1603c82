import { assertNever } from '@takeoff/kit/values/invariant'
import type { DistributionOrder } from './distribution-order.ts'
import {
  cancel,
  fail,
  failWithoutLines,
  giveUp,
  keepOrder,
  takesNone,
  withoutRejections,
} from './outcome.ts'
import type { Moment, Outcome } from './outcome.ts'
import type { FindOutcome, ReceivedOrder, SubmitOutcome } from './provider.ts'
import { providerText } from './provider-text.ts'
import {
  after,
  elapsedMs,
  isTooOldToLookUp,
  isUnsendable,
  lookDelayMs,
  pollDelayMs,
  resendDelayMs,
} from './submission-schedule.ts'

/** The provider responded to the order, or did not. */
export function afterSubmit(
  order: DistributionOrder,
  outcome: SubmitOutcome,
  moment: Moment,
): Outcome {
  if (order.state !== 'draft') return withoutRejections(order)
  switch (outcome.kind) {
    case 'accepted':
      return received(order, outcome, moment)
    case 'rejected':
      return fail(order, outcome.reason, outcome.rejectedLines)
    case 'not-sent':
      return unsent(order, outcome.reason, {
        moment,
        delayMs: resendDelayMs(order.attempts, moment.random, outcome.retryAfterMs),
      })
    case 'unknown':
      return lookLater(order, outcome.reason, moment)
    default:
      return assertNever(outcome, 'outcome')
  }
}

/** It was unknown whether the order arrived, and the provider was asked. */
export function afterLookUp(
  order: DistributionOrder,
  outcome: FindOutcome,
  moment: Moment,
): Outcome {
  const { submitAttemptedAt: sentAt } = order
  if (sentAt === null) return withoutRejections(order)
  switch (outcome.kind) {
    case 'found':
      return received(order, outcome, moment)
    case 'rejected':
      return fail(order, outcome.reason, outcome.rejectedLines)
    case 'not-found': {
      const reason = `${moment.provider.name} does not know the order`
      // Before that the provider may still be processing it.
      if (elapsedMs(sentAt, moment.requestedAt) < moment.provider.settleMs) {
        return lookLater(order, reason, moment)
      }
      return unsent(order, `${reason}: it did not arrive`, { moment, delayMs: 0 })
    }
    case 'unknown':
      return isTooOldToLookUp(sentAt, moment.now)
        ? giveUp(order, outcome.reason)
        : lookLater(order, outcome.reason, moment)
    default:
      return assertNever(outcome, 'outcome')
  }
}

function received(order: DistributionOrder, receipt: ReceivedOrder, moment: Moment): Outcome {
  const { now, random } = moment
  const submitted: DistributionOrder = {
    ...order,
    state: 'submitted',
    submitAttemptedAt: null,
    submittedAt: now,
    confirmationNumber: providerText(receipt.confirmationNumber),
    rawStatus: providerText(receipt.rawStatus),
    failure: null,
    nextAttemptAt: after(now, pollDelayMs(now, now, random)),
  }
  const { rejectedLines } = receipt
  if (takesNone(order, rejectedLines)) return failWithoutLines(submitted, rejectedLines, moment)
  return { order: withCancellation(submitted, moment), rejectedLines }
}

/** The cancellation was requested while the arrival of the order was unknown; now it has arrived. */
function withCancellation(order: DistributionOrder, moment: Moment): DistributionOrder {
  if (order.cancelRequestedAt === null) return order
  if (moment.provider.canCancel) return { ...order, nextAttemptAt: moment.now }
  return keepOrder(order, 'its system takes no cancellations', moment)
}

interface Resending {
  readonly moment: Moment
  readonly delayMs: number
}

/** The provider surely does not have the order. */
function unsent(order: DistributionOrder, reason: string, { moment, delayMs }: Resending): Outcome {
  const known = { ...order, submitAttemptedAt: null }
  if (order.cancelRequestedAt !== null) return cancel(known)
  if (isUnsendable(order.createdAt, order.attempts, moment.now)) {
    return fail(known, `Given up after ${order.attempts} attempts to send it: ${reason}`)
  }
  return withoutRejections({
    ...known,
    failure: providerText(reason),
    nextAttemptAt: after(moment.now, delayMs),
  })
}

/** Looks up soon, because the order has usually arrived, and again once its absence is conclusive. */
function lookLater(order: DistributionOrder, reason: string, moment: Moment): Outcome {
  const { now, random, provider } = moment
  const sentAt = order.submitAttemptedAt ?? now
  const nextLook = after(now, lookDelayMs(sentAt, now, random))
  const settled = after(sentAt, provider.settleMs)
  const nextAttemptAt = settled > now && settled < nextLook ? settled : nextLook
  return withoutRejections({ ...order, failure: providerText(reason), nextAttemptAt })
}
