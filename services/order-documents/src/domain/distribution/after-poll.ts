import { isFinal } from './distribution-order.ts'
import type { DistributionOrder, DistributionOrderState } from './distribution-order.ts'
import { end, fail, failWithoutLines, keepOrder, takesNone, withoutRejections } from './outcome.ts'
import type { Moment, Outcome } from './outcome.ts'
import type { FindOutcome, ReceivedOrder } from './provider.ts'
import { normalStatus, stateOfStatus } from './provider-status.ts'
import { providerText } from './provider-text.ts'
import { isRefusedCancellation } from './refused-cancellation.ts'
import { after, isTooOldToLookUp, pollDelayMs } from './submission-schedule.ts'

/** The provider was asked for the status of an order that it has accepted. */
export function afterPoll(order: DistributionOrder, outcome: FindOutcome, moment: Moment): Outcome {
  const nextAttemptAt = nextPollAt(order, moment)
  if (outcome.kind === 'unknown') return withoutRejections({ ...order, nextAttemptAt })
  // An order that the provider had and no longer knows, or refuses, must not be ordered again without a person.
  if (outcome.kind !== 'found') {
    const reason = absenceOf(outcome, moment)
    const rejectedLines = outcome.kind === 'rejected' ? outcome.rejectedLines : []
    // Refused lines are free to be ordered again, so an order of which no line is left has ended.
    if (takesNone(order, rejectedLines)) return fail(order, reason, rejectedLines)
    const failure = isRefusedCancellation(order.failure) ? order.failure : providerText(reason)
    return { order: { ...order, failure, nextAttemptAt }, rejectedLines }
  }
  return afterReport({ ...order, nextAttemptAt }, outcome, moment)
}

/** The provider reported the status of an order that it has accepted. */
export function afterReport(
  order: DistributionOrder,
  { rawStatus: word, rejectedLines }: Pick<ReceivedOrder, 'rawStatus' | 'rejectedLines'>,
  moment: Moment,
): Outcome {
  const rawStatus = providerText(word)
  const said = stateOfStatus(normalStatus(rawStatus))
  const state = said === null || said === 'submitted' ? order.state : said
  const reported = { ...order, state, rawStatus, failure: failureOf(order, state, moment) }
  if (state !== 'cancelled' && takesNone(order, rejectedLines))
    return failWithoutLines(reported, rejectedLines, moment)
  if (!isFinal(state)) return { order: reported, rejectedLines }
  const isTooLate = state === 'delivered' && order.cancelRequestedAt !== null
  const ended = isTooLate ? keepOrder(reported, `its status is ${rawStatus}`, moment) : reported
  return { ...end(ended, state), rejectedLines }
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
