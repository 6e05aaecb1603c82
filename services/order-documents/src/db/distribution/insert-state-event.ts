import type { Transaction } from '@takeoff/kit/postgres/sql'
import { createEvent, insertOutbox } from '@takeoff/kit/events/outbox'
import type { DistributionOrderState } from '../../domain/distribution/distribution-order.ts'

export interface StateEvent {
  readonly id: string
  readonly orgId: number
  readonly productionListId: number
  readonly jobId: number
  readonly state: DistributionOrderState
  /** 1 for the draft, one more for each state after it. */
  readonly sequence: number
  /** Of the request that caused the state. */
  readonly traceparent?: string | undefined
}

/** Publishes the event of a state in the transaction that causes it. */
export async function insertStateEvent(
  sql: Transaction,
  { id, orgId, productionListId, jobId, state, sequence, traceparent }: StateEvent,
): Promise<void> {
  const envelope = createEvent({
    name: 'distribution-order.state-changed',
    orgId,
    aggregate: { type: 'distribution-order', id, sequence },
    data: { distributionOrderId: id, state, productionListId, jobId },
    traceparent,
  })
  await insertOutbox(sql, envelope)
}
