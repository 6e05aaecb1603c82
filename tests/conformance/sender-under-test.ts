import type { Attempt } from './receiver.ts'

/** What the sender said of a subscription. An adapter may keep more in it; it is given back as it was. */
export interface Subscription {
  /** `whsec_…`, where it signs symmetrically. */
  readonly secret?: string
  /** `whpk_…`, where it signs asymmetrically. */
  readonly publicKey?: string
}

export interface SubscribeOptions {
  /** Only these; all where there are none. */
  readonly eventTypes?: readonly string[]
  /** In the account of this one, so that both get the same events. */
  readonly beside?: Subscription
  /** The first request to the URL, for a sender that has its URLs confirmed first. The response is 204. */
  readonly firstRequest: () => Promise<Attempt>
}

/** What the suite needs of a sender: an address to send to, and a trigger. The rest is observed. */
export interface SenderUnderTest {
  /** At least two event types that can be subscribed to and triggered; else `event-filter` is not observable. */
  readonly eventTypes?: readonly string[]
  /** What is triggered for one subscription reaches no other (save those beside it): scenarios run side by side. */
  readonly isolated?: boolean
  /** A person acts on instructions: nothing can be triggered at a chosen moment. */
  readonly manual?: boolean
  /** Resolves once events would be delivered. Rejects where the URL is refused. */
  subscribe(url: string, options: SubscribeOptions): Promise<Subscription>
  /** Has so many messages sent, each of an event of its own. */
  trigger(subscription: Subscription, count: number, eventType?: string): Promise<void>
  /** The new secret. */
  rotateSecret?(subscription: Subscription): Promise<string>
  unsubscribe?(subscription: Subscription): Promise<void>
}
