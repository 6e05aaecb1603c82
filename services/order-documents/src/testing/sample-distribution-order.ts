import type { DistributionOrder } from '../domain/distribution/distribution-order.ts'

const CREATED_AT = new Date('2026-03-14T15:00:00.000Z')

/** A draft of three lines that was never sent. */
export function sampleDistributionOrder(
  overrides: Partial<DistributionOrder> = {},
): DistributionOrder {
  return {
    state: 'draft',
    createdAt: CREATED_AT,
    lineCount: 3,
    refusedLineIds: [],
    attempts: 0,
    submitAttemptedAt: null,
    submittedAt: null,
    cancelRequestedAt: null,
    confirmationNumber: null,
    rawStatus: null,
    failure: null,
    nextAttemptAt: CREATED_AT,
    ...overrides,
  }
}
