import { expressionBuilder, sql as raw } from 'kysely'
import { int8, uuidArray } from '@takeoff/kit/postgres/sql-types'
import { column } from '@takeoff/kit/postgres/statement'
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
  const refusedLineIds = expressionBuilder<Tables & Joined, 'd'>()
    .selectFrom('orderListItem as i')
    .whereRef('i.orderId', '=', 'd.orderId')
    .where('i.rejectedReason', 'is not', null)
    .select('i.id')
  return [
    'd.state',
    'd.createdAt',
    column('lineCount', int8, lineCount),
    column('refusedLineIds', uuidArray, raw`array(${refusedLineIds})`),
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
