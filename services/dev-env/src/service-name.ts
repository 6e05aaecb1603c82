/** In the order in which they are started; they stop in the opposite one. */
export const serviceNames = [
  'provider-simulator',
  'webhooks',
  'production-lists',
  'order-documents',
  'console',
  'gateway',
] as const

export type ServiceName = (typeof serviceNames)[number]

/** The webhook service may have several processes: `webhooks`, `webhooks-2` and so on. */
export type ProcessName = ServiceName | `webhooks-${number}`
