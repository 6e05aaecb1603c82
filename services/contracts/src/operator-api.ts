import type { ChainedRecord } from './audit-chain.ts'

/**
 * Responses of the webhook service's operator API: JSON under `/operator`, with a separate bearer secret
 * (`OPERATOR_SECRET`). Errors are problem details (RFC 9457). Times are ISO 8601.
 */

/** `GET /operator/stuck?since=TIME`. Failed deliveries that were created before TIME are not counted. */
export interface StuckResponse {
  /** Oldest first. */
  readonly waiting: readonly WaitingWebhook[]
  /** Latest failure first. */
  readonly troubled: readonly TroubledWebhook[]
  /** Most exhausted deliveries first. */
  readonly exhausted: readonly ExhaustedWebhook[]
  readonly poison: { readonly count: number; readonly newest: readonly PoisonMessage[] }
  readonly broker: BrokerState
  readonly lostLeases: readonly LostLeases[]
}

/** A subscription whose due deliveries have waited for a while. */
export interface WaitingWebhook {
  readonly webhookId: number
  readonly orgId: number
  readonly url: string
  readonly due: number
  readonly oldestSeconds: number
  /** Cause of the delay; null when it is the service itself. */
  readonly heldBy: 'paused' | 'failing' | 'limited' | 'busy' | null
}

export interface TroubledWebhook {
  readonly webhookId: number
  readonly orgId: number
  readonly url: string
  readonly state: 'disabled' | 'paused' | 'failing'
  readonly seconds: number
  readonly lastError: string | null
  readonly waiting: number
}

/** A subscription with deliveries that have used all their attempts. */
export interface ExhaustedWebhook {
  readonly webhookId: number
  readonly orgId: number
  readonly url: string
  readonly failed: number
  readonly newestSeconds: number
}

/** Deliveries whose lease should have ended, or whose worker is silent. */
export interface LostLeases {
  readonly worker: number
  readonly leases: number
  /** Null when the worker is no longer registered. */
  readonly silentSeconds: number | null
}

export interface BrokerState {
  readonly carrier: 'amqp' | 'http'
  /** Ready messages, by queue. */
  readonly queues?: Readonly<Record<string, number>>
  /** Why the queues are unknown. */
  readonly error?: string
}

/** A message that was dead-lettered because no contract fits it. */
export interface PoisonMessage {
  readonly id: number
  readonly receivedAt: string
  readonly carrier: 'amqp' | 'http'
  readonly messageId: string | null
  readonly error: string
  /** Bytes of the body that are stored. */
  readonly bytes: number
}

/** `GET /operator/poison`: the newest messages and the total count. */
export interface PoisonListResponse {
  readonly count: number
  readonly messages: readonly PoisonMessage[]
}

/** `GET /operator/poison/ID`. */
export interface PoisonMessageResponse extends PoisonMessage {
  /** As UTF-8. */
  readonly body: string
}

/**
 * `POST /operator/poison/requeue` and `POST /operator/poison/discard` process one batch: of the messages with these
 * ids, or of all, those after an id.
 */
export interface PoisonBatchRequest {
  readonly ids?: readonly number[] | undefined
  /** `next` of the previous response; 0 at first. */
  readonly after: number
}

export interface PoisonBatchResponse {
  /** Outcome of each message, by id. */
  readonly outcomes: readonly PoisonOutcome[]
  /** `after` of the next batch; null when this was the last one. */
  readonly next: number | null
}

export interface PoisonOutcome {
  readonly id: number
  /** Why the message stays; null when it was ingested or deleted. */
  readonly error: string | null
}

/** `GET /operator/audit/chains?after=ORG&first=N`: both ends of the audit logs' chains, by organization. */
export interface AuditChainsResponse {
  readonly chains: readonly AuditChainEnds[]
  /** How long the service keeps records. */
  readonly retentionDays: number
}

export interface AuditChainEnds {
  readonly orgId: number
  /** Of the last record. */
  readonly sequence: number
  readonly hash: string
  /** Of the last record that was removed because its retention is over; 0 and zeros when there is none. */
  readonly trimmedSequence: number
  readonly trimmedHash: string
}

/** `GET /operator/audit/records?orgId=ORG&after=SEQUENCE`: the next records of a chain; none after the last. */
export interface AuditRecordsResponse {
  readonly records: readonly ChainedRecord[]
}

/** `POST /operator/failed/requeue`: queues the oldest failed deliveries of a subscription again. */
export interface RequeueFailedRequest {
  readonly webhookId: number
  readonly since: string
  readonly until: string
}

/** `POST /operator/failed/requeue` and `POST /operator/dead/requeue`. */
export interface RequeueResponse {
  readonly requeued: number
  /** Whether more may be left for another request. */
  readonly hasMore: boolean
}
