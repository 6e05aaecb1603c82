import type { DistributionOrder, DistributionOrderState } from './distribution-order.ts'
import type { KnownProvider, RejectedLine } from './provider.ts'
import { providerText } from './provider-text.ts'
import { refusedCancellation } from './refused-cancellation.ts'

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

/** The provider refuses the cancellation. */
export function keepOrder(order: DistributionOrder, reason: string, { provider }: Moment) {
  const failure = refusedCancellation(provider.name, reason)
  return { ...order, cancelRequestedAt: null, failure }
}

/** It is unknown whether the provider has it, and too late to find out. */
export function giveUp(order: DistributionOrder, reason: string): Outcome {
  if (order.state !== 'draft') return withoutRejections({ ...order, nextAttemptAt: null })
  const failure = `It is not known whether the order arrived; ask the supplier before you order again. ${reason}`
  return fail(order, failure)
}

export function fail(
  order: DistributionOrder,
  reason: string,
  rejectedLines: readonly RejectedLine[] = [],
): Outcome {
  return { ...end({ ...order, failure: providerText(reason) }, 'failed'), rejectedLines }
}

/** Whether the provider delivers none of the lines: it may refuse one after the other. */
export function takesNone(
  { lineCount, refusedLineIds }: DistributionOrder,
  rejectedLines: readonly RejectedLine[],
): boolean {
  const refused = new Set([...refusedLineIds, ...rejectedLines.map(({ lineId }) => lineId)])
  return refused.size >= lineCount
}

export function failWithoutLines(
  order: DistributionOrder,
  rejectedLines: readonly RejectedLine[],
  { provider }: Moment,
): Outcome {
  return fail(order, `${provider.name} takes none of the lines.`, rejectedLines)
}

/** Cancelled as requested: earlier errors no longer matter. */
export function cancel(order: DistributionOrder): Outcome {
  return end({ ...order, failure: null }, 'cancelled')
}

export function end(order: DistributionOrder, state: DistributionOrderState): Outcome {
  return withoutRejections({ ...order, state, submitAttemptedAt: null, nextAttemptAt: null })
}

export function withoutRejections(order: DistributionOrder): Outcome {
  return { order, rejectedLines: [] }
}
