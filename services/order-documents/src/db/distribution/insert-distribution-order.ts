import { sql as raw } from 'kysely'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import type { Params } from '@takeoff/kit/postgres/statement'
import { statement } from '../statements.ts'
import { insertStateEvent } from './insert-state-event.ts'

export interface NewDistributionOrder {
  readonly id: string
  readonly orgId: number
  readonly orderId: string
  readonly productionListId: number
  readonly jobId: number
  readonly vendorId: number
  readonly providerIdentifier: string
  readonly traceparent?: string | undefined
}

const insertDraft = statement((db, $: Params<NewDistributionOrder>) =>
  db.insertInto('distributionOrder').values({
    id: $.id,
    orgId: $.orgId,
    orderId: $.orderId,
    vendorId: $.vendorId,
    providerIdentifier: $.providerIdentifier,
    state: 'draft',
    stateSequence: 1,
    nextAttemptAt: raw`now()`,
    createdAt: raw`now()`,
    updatedAt: raw`now()`,
  }),
)

/** Writes a draft, due at once, and its event in the transaction that creates its order. */
export async function insertDistributionOrder(
  sql: Transaction,
  order: NewDistributionOrder,
): Promise<void> {
  await sql.run(insertDraft, order)
  await insertStateEvent(sql, { ...order, state: 'draft', sequence: 1 })
}
