/** Most requests under way to one subscription, over all processes. */
export const IN_FLIGHT_MAX_PER_WEBHOOK = 16

/** SQL: number of deliveries of a webhook leased by any process. */
export const allLeasedOf = (webhookId: string): string =>
  `(select count(*)::int from delivery b where b.webhook_id = ${webhookId} and b.worker is not null)`
