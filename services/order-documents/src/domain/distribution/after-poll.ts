import { isFinal } from './distribution-order.ts'
import type { DistributionOrder, DistributionOrderState } from './distribution-order.ts'
import { end, withoutRejections } from './outcome.ts'
import type { Moment, Outcome } from './outcome.ts'
import type { FindOutcome } from './provider.ts'
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
