import { graphqlData } from './client.ts'
import { startReceiver, subscribe } from './receiver.ts'
import type { Received, Receiver, SubscribeOptions, Subscription } from './receiver.ts'

export const LIST_CREATED = 'project-management-production-list-created'
export const LIST_UPDATED = 'project-management-production-list-updated'
export const DOCUMENT_STATE_CHANGED = 'project-management-order-document-state-changed'
export const ORDER_STATE_CHANGED = 'project-management-order-state-changed'
export const DISTRIBUTION_ORDER_STATE_CHANGED = 'distribution-order-state-changed'

/** A verified subscription with its own receiver; disposing deletes it. */
export interface Listener extends Receiver, Subscription {
  /** The requests since the handshake. */
  readonly heard: readonly Received[]
}

export async function listen(options: SubscribeOptions): Promise<Listener> {
  const receiver = await startReceiver()
  const subscription = await subscribe(receiver, options)
  const { id } = subscription
  return {
    ...receiver,
    ...subscription,
    get heard() {
      return receiver.received.slice(1)
    },
    async [Symbol.asyncDispose]() {
      // Deliveries of a subscription without its receiver would be retried repeatedly.
      await graphqlData('mutation ($id: Int!) { webhookDelete(id: $id) }', { id }, options).catch(
        ignoreDeleted,
      )
      await receiver[Symbol.asyncDispose]()
    },
  }
}

function ignoreDeleted(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('NOT_FOUND'))) throw error
}
