import type { OrderCoverageResolvers } from './generated.ts'

export const OrderCoverage: OrderCoverageResolvers = {
  listItem: ({ listItemId, isLive }) => (isLive ? { id: listItemId } : null),
  quantityUnits: ({ quantityUnits }) => quantityUnits ?? null,
  quantity: ({ quantity }) => quantity.toNumber(),
  ordered: ({ ordered }) => ordered.toNumber(),
  overOrdered: ({ overOrdered }) => overOrdered.toNumber(),
  left: ({ left }) => left.toNumber(),
}
