import type { AggregateType } from '@takeoff/contracts/aggregate-states'
import { stateColumns, statesSql } from '@takeoff/kit/verification/states-sql'
import type { StatedType } from '@takeoff/kit/verification/states-sql'
import { plainStatement } from './statements.ts'

/** What `verify --write` writes: everything that has events. */
export const statedTypes: readonly StatedType[] = [
  statedType('order', 'order'),
  statedType('order-document', 'order_document'),
  statedType('distribution-order', 'distribution_order'),
]

function statedType(type: AggregateType, table: string): StatedType {
  const place = { table, sequence: 'state_sequence' }
  return { type, ...place, select: plainStatement(stateColumns, () => statesSql(type, place)) }
}
