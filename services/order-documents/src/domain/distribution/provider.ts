import type { Delivery } from '../orders/delivery.ts'
import type { ProviderLimits } from './provider-limits.ts'

/**
 * A supplier's order system. No call throws for errors of the provider: refusals, malformed
 * responses and lost connections are outcomes. Calls take bounded time.
 */
export interface OrderProvider extends KnownProvider {
  /** Sends an order once. The caller decides whether and when to send again. */
  submit(order: ProviderOrder, connection: ProviderConnection): Promise<SubmitOutcome>
  /** Looks an order up by our id: its status, or whether it ever arrived. */
  find(clientOrderId: string, connection: ProviderConnection): Promise<FindOutcome>
  cancel(clientOrderId: string, connection: ProviderConnection): Promise<CancelOutcome>
}

/** The static description of a provider. */
export interface KnownProvider {
  /** Stable short name, such as `abc-supply`. */
  readonly identifier: string
  /** Name to show. */
  readonly name: string
  readonly limits: ProviderLimits
  /** Whether its system accepts cancellations. */
  readonly canCancel: boolean
  /** After an unknown outcome: when the provider does not know the order this long after it was sent, it never arrived. */
  readonly settleMs: number
}

/** An organization's account at a provider. */
export interface ProviderConnection {
  readonly accountNumber: string
  readonly branch: string | null
  /** Never logged and never part of an outcome. */
  readonly accessToken: string
}

export interface ProviderOrder {
  /** UUID under which we find the order again, whatever the provider calls it. */
  readonly clientOrderId: string
  readonly purchaseOrderNumber: string | null
  readonly jobName: string | null
  readonly jobNumber: string
  readonly delivery: Delivery | null
  readonly lines: readonly ProviderOrderLine[]
}

export interface ProviderOrderLine {
  /** Id of the order's item; refused lines are named by it. */
  readonly lineId: string
  readonly sku: string | null
  readonly name: string
  /** Decimal string. */
  readonly quantity: string
  readonly unit: string
  readonly color: string | null
}

export interface RejectedLine {
  /** In lower case, as ours are. */
  readonly lineId: string
  readonly reason: string
}

/** The provider has the order. */
export interface ReceivedOrder {
  readonly confirmationNumber: string
  /** In the provider's own word. */
  readonly rawStatus: string
  /** Lines that it will not deliver. */
  readonly rejectedLines: readonly RejectedLine[]
}

/** Refused permanently: sending the same order again would not help. */
export interface Refusal {
  readonly kind: 'rejected'
  readonly reason: string
  readonly rejectedLines: readonly RejectedLine[]
}

export type SubmitOutcome =
  | ({ readonly kind: 'accepted' } & ReceivedOrder)
  | Refusal
  /** Surely not accepted: it may be sent again. */
  | {
      readonly kind: 'not-sent'
      readonly reason: string
      /** Set when the provider names a time before which it accepts no requests. */
      readonly retryAfterMs?: number
    }
  /** It may have arrived: look it up before it is sent again. */
  | { readonly kind: 'unknown'; readonly reason: string }

export type FindOutcome =
  | ({ readonly kind: 'found' } & ReceivedOrder)
  | Refusal
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly reason: string }

export type CancelOutcome =
  | { readonly kind: 'cancelled'; readonly rawStatus: string }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It responds with the order, which it has not cancelled, or not yet. */
  | ({ readonly kind: 'not-cancelled' } & ReceivedOrder)
  | { readonly kind: 'unknown'; readonly reason: string }

/** The providers that this installation is connected to. */
export interface Providers extends AsyncDisposable {
  /** Of the providers that have an address here. */
  readonly identifiers: readonly string[]
  /** Undefined for a provider that is not known or has no address here. */
  providerOf(identifier: string): OrderProvider | undefined
}
