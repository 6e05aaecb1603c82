/** Queries that hold something about webhooks. */
export const WEBHOOK_QUERIES = [
  'Webhooks',
  'Webhook',
  'Deliveries',
  'Delivery',
  'AttentionDeliveries',
]
