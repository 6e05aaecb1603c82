import { assertNever } from '@takeoff/kit/values/invariant'
import type {
  CancelOutcome,
  FindOutcome,
  KnownProvider,
  ReceivedOrder,
  RejectedLine,
  SubmitOutcome,
} from './provider.ts'
import { isFinal } from './distribution-order.ts'
import type { DistributionOrder, DistributionOrderState } from './distribution-order.ts'
import { normalStatus, stateOfStatus } from './provider-status.ts'
import { providerText } from './provider-text.ts'
import { isRefusedCancellation, refusedCancellation } from './refused-cancellation.ts'
import {
  after,
  elapsedMs,
  isTooLateToCancel,
  isTooOldToLookUp,
  isUnsendable,
  lookDelayMs,
  pollDelayMs,
  resendDelayMs,
} from './submission-schedule.ts'

export interface Moment {
  /** Time before the request to the provider: the response may be that old. */
  readonly requestedAt: Date
  readonly now: Date
  /** 0 ≤ random < 1 */
  readonly random: number
  readonly provider: Pick<KnownProvider, 'name' | 'canCancel' | 'settleMs'>
}

/** The new state of an order, and the provider's refusals of lines. */
export interface Outcome {
  readonly order: DistributionOrder
  readonly rejectedLines: readonly RejectedLine[]
}

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
  switch (outcome.kind) {
    case 'cancelled':
      return cancel(order)
    case 'refused':
      return withoutRejections({
        ...keepOrder(order, outcome.reason, moment),
        nextAttemptAt: moment.now,
      })
    case 'unknown':
      if (isTooLateToCancel(cancelRequestedAt, moment.now)) {
        return withoutRejections({
          ...keepOrder(order, outcome.reason, moment),
          nextAttemptAt: moment.now,
        })
      }
      return withoutRejections({
        ...order,
        failure: providerText(outcome.reason),
        nextAttemptAt: after(moment.now, lookDelayMs(cancelRequestedAt, moment.now, moment.random)),
      })
    default:
      return assertNever(outcome, 'outcome')
  }
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

function received(order: DistributionOrder, receipt: ReceivedOrder, moment: Moment): Outcome {
  const { now, random, provider } = moment
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
  if (new Set(rejectedLines.map(({ lineId }) => lineId)).size >= order.lineCount) {
    return fail(submitted, `${provider.name} takes none of the lines.`, rejectedLines)
  }
  return { order: withCancellation(submitted, moment), rejectedLines }
}

/** The cancellation was requested while the arrival of the order was unknown; now it has arrived. */
function withCancellation(order: DistributionOrder, moment: Moment): DistributionOrder {
  if (order.cancelRequestedAt === null) return order
  if (moment.provider.canCancel) return { ...order, nextAttemptAt: moment.now }
  return keepOrder(order, 'its system takes no cancellations', moment)
}

function afterLookUp(order: DistributionOrder, outcome: FindOutcome, moment: Moment): Outcome {
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

function afterPoll(order: DistributionOrder, outcome: FindOutcome, moment: Moment): Outcome {
  const nextAttemptAt = nextPollAt(order, moment)
  if (outcome.kind === 'unknown') return withoutRejections({ ...order, nextAttemptAt })
  // An order that the provider had and no longer knows, or refuses, must not be ordered again without a person.
  if (outcome.kind !== 'found') {
    const failure = isRefusedCancellation(order.failure)
      ? order.failure
      : providerText(absenceOf(outcome, moment))
    const rejectedLines = outcome.kind === 'rejected' ? outcome.rejectedLines : []
    return { order: { ...order, failure, nextAttemptAt }, rejectedLines }
  }

  const rawStatus = providerText(outcome.rawStatus)
  const said = stateOfStatus(normalStatus(rawStatus))
  const state = said === null || said === 'submitted' ? order.state : said
  const reported = {
    ...order,
    state,
    rawStatus,
    failure: failureOf(order, state, moment),
    nextAttemptAt,
  }
  const { rejectedLines } = outcome
  return isFinal(state)
    ? { ...end(reported, state), rejectedLines }
    : { order: reported, rejectedLines }
}

/** Why an order that the provider had accepted is not there any more. */
function absenceOf(
  outcome: Extract<FindOutcome, { readonly kind: 'rejected' | 'not-found' }>,
  { provider: { name } }: Moment,
): string {
  return outcome.kind === 'rejected'
    ? `${name} refused the order after it had accepted it: ${outcome.reason}`
    : `${name} does not know the order any more; call the branch.`
}

/**
 * The provider responded, so an earlier error of the connection is over; a refused cancellation still holds. Only a
 * cancellation that was not requested here needs an explanation.
 */
function failureOf(
  { failure, cancelRequestedAt }: DistributionOrder,
  state: DistributionOrderState,
  { provider }: Moment,
): string | null {
  if (state !== 'cancelled') return isRefusedCancellation(failure) ? failure : null
  return cancelRequestedAt === null ? `${provider.name} cancelled the order.` : null
}

function nextPollAt(
  { submittedAt, cancelRequestedAt }: DistributionOrder,
  { now, random, provider }: Moment,
): Date | null {
  // The cancellation was requested during the status request.
  if (cancelRequestedAt !== null && provider.canCancel) return now
  if (submittedAt === null || isTooOldToLookUp(submittedAt, now)) return null
  return after(now, pollDelayMs(submittedAt, now, random))
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

/** It is unknown whether the provider has it, and too late to find out. */
function giveUp(order: DistributionOrder, reason: string): Outcome {
  if (order.state !== 'draft') return withoutRejections({ ...order, nextAttemptAt: null })
  const failure = `It is not known whether the order arrived; ask the supplier before you order again. ${reason}`
  return fail(order, failure)
}

/** The provider refuses the cancellation. */
function keepOrder(order: DistributionOrder, reason: string, { provider }: Moment) {
  const failure = refusedCancellation(provider.name, reason)
  return { ...order, cancelRequestedAt: null, failure }
}

function fail(
  order: DistributionOrder,
  reason: string,
  rejectedLines: readonly RejectedLine[] = [],
): Outcome {
  return { ...end({ ...order, failure: providerText(reason) }, 'failed'), rejectedLines }
}

/** Cancelled as requested: earlier errors no longer matter. */
function cancel(order: DistributionOrder): Outcome {
  return end({ ...order, failure: null }, 'cancelled')
}

function end(order: DistributionOrder, state: DistributionOrderState): Outcome {
  return withoutRejections({ ...order, state, submitAttemptedAt: null, nextAttemptAt: null })
}

function withoutRejections(order: DistributionOrder): Outcome {
  return { order, rejectedLines: [] }
}
