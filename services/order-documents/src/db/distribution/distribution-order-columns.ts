import { expressionBuilder } from 'kysely'
import { int8 } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
import type { DistributionOrder } from '../../domain/distribution/distribution-order.ts'
import type { Tables } from '../statements.ts'

interface Joined {
  readonly d: Tables['distributionOrder']
}

/** The columns of a `DistributionOrder`, for statements that name the row `d`. */
export function decisionColumns() {
  const lineCount = expressionBuilder<Tables & Joined, 'd'>()
    .selectFrom('orderListItem as i')
    .whereRef('i.orderId', '=', 'd.orderId')
    .select(({ fn }) => fn.countAll().as('count'))
  return [
    'd.state',
    'd.createdAt',
    column('lineCount', int8, lineCount),
    'd.attempts',
    'd.submitAttemptedAt',
    'd.submittedAt',
    'd.cancelRequestedAt',
    'd.confirmationNumber',
    'd.rawStatus',
    'd.failure',
    'd.nextAttemptAt',
  ] as const
}

/** Moves these columns of a row to its `order`. */
export function withOrder<Row extends DistributionOrder>({
  state,
  createdAt,
  lineCount,
  attempts,
  submitAttemptedAt,
  submittedAt,
  cancelRequestedAt,
  confirmationNumber,
  rawStatus,
  failure,
  nextAttemptAt,
  ...row
}: Row): Omit<Row, keyof DistributionOrder> & { readonly order: DistributionOrder } {
  return {
    ...row,
    order: {
      state,
      createdAt,
      lineCount,
      attempts,
      submitAttemptedAt,
      submittedAt,
      cancelRequestedAt,
      confirmationNumber,
      rawStatus,
      failure,
      nextAttemptAt,
    },
  }
}
