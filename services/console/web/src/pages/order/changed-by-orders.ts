/** The queries whose results change when something is ordered, changed or cancelled. */
export const CHANGED_BY_ORDERS = [
  'Order',
  'Orders',
  'Job',
  'Jobs',
  'OrderPreparation',
  'AttentionOrders',
] as const
