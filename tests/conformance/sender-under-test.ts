import type { Attempt } from './receiver.ts'

/** A subscription as the sender returned it. An adapter may add members, which the suite passes back unchanged. */
export interface Subscription {
  /** `whsec_…`, for symmetric signatures. */
  readonly secret?: string
  /** `whpk_…`, for asymmetric signatures. */
  readonly publicKey?: string
}

export interface SubscribeOptions {
  /** Only these event types; all if undefined. */
  readonly eventTypes?: readonly string[]
  /** A subscription whose account is used, so that both get the same events. */
  readonly beside?: Subscription
  /** The first request to the URL, for a sender that verifies URLs first. The response is 204. */
  readonly firstRequest: () => Promise<Attempt>
}

/** The operations that the suite needs: subscribe a URL and trigger messages. The rest is observed. */
export interface SenderUnderTest {
  /** At least two event types to subscribe and trigger; otherwise `event-filter` is not observable. */
  readonly eventTypes?: readonly string[]
  /** Messages for one subscription reach no other (except those beside it), so that scenarios can run concurrently. */
  readonly isolated?: boolean
  /** A person acts on instructions, so that messages cannot be triggered at a chosen moment. */
  readonly manual?: boolean
  /** Resolves when the subscription is active. Rejects if the URL is refused. */
  subscribe(url: string, options: SubscribeOptions): Promise<Subscription>
  /** Triggers this many messages, each for its own event. */
  trigger(subscription: Subscription, count: number, eventType?: string): Promise<void>
  /** Returns the new secret. */
  rotateSecret?(subscription: Subscription): Promise<string>
  unsubscribe?(subscription: Subscription): Promise<void>
}
