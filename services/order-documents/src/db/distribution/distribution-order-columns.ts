import type {
  DistributionOrder,
  DistributionOrderState,
} from '../../domain/distribution/distribution-order.ts'

type Times =
  'createdAt' | 'submitAttemptedAt' | 'submittedAt' | 'cancelRequestedAt' | 'nextAttemptAt'

export type DistributionOrderColumns = Omit<DistributionOrder, Times> & {
  readonly [Name in Times]: string | (null extends DistributionOrder[Name] ? null : never)
} & { readonly state: DistributionOrderState }

/** The columns that a decision needs, for statements that name the row `d`. */
export const DISTRIBUTION_ORDER_COLUMNS = `
  d.state, d.attempts, d.raw_status as "rawStatus", d.confirmation_number as "confirmationNumber",
  d.failure, d.created_at as "createdAt", d.submit_attempted_at as "submitAttemptedAt",
  d.submitted_at as "submittedAt", d.cancel_requested_at as "cancelRequestedAt",
  d.next_attempt_at as "nextAttemptAt",
  (select count(*)::int from order_list_item i where i.order_id = d.order_id) as "lineCount"`

export function toDistributionOrder(row: DistributionOrderColumns): DistributionOrder {
  return {
    state: row.state,
    createdAt: new Date(row.createdAt),
    lineCount: row.lineCount,
    attempts: row.attempts,
    submitAttemptedAt: toTime(row.submitAttemptedAt),
    submittedAt: toTime(row.submittedAt),
    cancelRequestedAt: toTime(row.cancelRequestedAt),
    confirmationNumber: row.confirmationNumber,
    rawStatus: row.rawStatus,
    failure: row.failure,
    nextAttemptAt: toTime(row.nextAttemptAt),
  }
}

export function toTime(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
