import type { Logger } from '@takeoff/kit/service/logger'
import { activeTraceparent } from '@takeoff/kit/service/tracing'
import { VERIFICATION_EVENT } from '../messages/webhook-events.ts'
import { responseText } from './results/response-text.ts'
import type { LeasedDelivery } from './leases/leased-delivery.ts'
import type { PrepareMessage } from './send/prepare-message.ts'
import type { AttemptOutcome, Sender, WebhookRequest } from './send/sender.ts'
import { decide } from './results/decision.ts'
import type { AttemptResult } from './results/write-results.ts'

export interface AttemptTools {
  readonly sender: Sender
  readonly prepareMessage: PrepareMessage
  /** Seconds between attempts; one fewer than there are attempts. */
  readonly retryDelaysSeconds: readonly number[]
  readonly random: () => number
  /** Whether receivers get the trace context of an attempt. */
  readonly sendsTraceparent: boolean
  readonly logger: Logger
}

/** When an attempt ends without a result. */
export interface AttemptLimits {
  /** Longest wait for a connection in milliseconds. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

/**
 * Makes one attempt. Returns undefined if no connection was free in time, or if it was aborted before it ended: it is
 * not counted then. Time and duration of an attempt are those after the wait.
 */
export async function attemptDelivery(
  delivery: LeasedDelivery,
  tools: AttemptTools,
  { waitMs, signal }: AttemptLimits,
): Promise<AttemptResult | undefined> {
  const { orgId, url } = delivery.target
  using connection = await tools.sender.reserve(orgId, url, waitMs)
  if (connection === undefined || signal.aborted) return undefined
  const at = new Date()
  if (delivery.event === VERIFICATION_EVENT && delivery.target.codeExpired)
    return expired(delivery, at)
  const message = prepareOrLog(delivery, tools, at)
  if (message === undefined) return unprepared(delivery, tools, at)

  const headers = tools.sendsTraceparent ? withTraceparent(message, delivery) : message.headers
  const outcome = await tools.sender.send({ ...message, headers })
  if (signal.aborted && outcome.kind === 'error') return undefined
  return {
    ...resultOf(delivery, outcome, tools, at),
    responseBody:
      outcome.kind === 'response' ? responseText(outcome, message.confidential) : undefined,
  }
}

/** A `traceparent` among the subscription's own headers is not replaced. */
function withTraceparent({ headers }: WebhookRequest, { trace }: LeasedDelivery) {
  const traceparent = activeTraceparent() ?? trace
  const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'traceparent')
  return traceparent === null || hasOwn ? headers : { ...headers, traceparent }
}

function resultOf(
  delivery: LeasedDelivery,
  outcome: AttemptOutcome,
  tools: AttemptTools,
  at: Date,
): AttemptResult {
  const decision = decide(outcome, {
    attempts: delivery.attempts + 1,
    delaysSeconds: tools.retryDelaysSeconds,
    now: new Date(),
    random: tools.random(),
  })
  return {
    ...base(delivery, at),
    decision,
    durationMs: outcome.durationMs,
    statusCode: outcome.kind === 'response' ? outcome.statusCode : undefined,
  }
}

function prepareOrLog(delivery: LeasedDelivery, tools: AttemptTools, at: Date) {
  try {
    return tools.prepareMessage(delivery, at)
  } catch (error) {
    tools.logger.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be prepared')
    return undefined
  }
}

/** An internal error, such as a wrong WEBHOOKS_SECRET_KEY, is retried like any other failure. */
function unprepared(delivery: LeasedDelivery, tools: AttemptTools, at: Date): AttemptResult {
  const error = 'could not be prepared on our side'
  const outcome = { kind: 'error', error, durationMs: 0 } as const
  return { ...resultOf(delivery, outcome, tools, at), url: undefined }
}

function expired(delivery: LeasedDelivery, at: Date): AttemptResult {
  return {
    ...base(delivery, at),
    decision: { kind: 'failed', error: 'the verification code expired' },
  }
}

function base({ id, fence, target }: LeasedDelivery, at: Date) {
  return {
    webhookId: target.webhookId,
    deliveryId: id,
    fence,
    url: target.url,
    at,
    durationMs: 0,
    statusCode: undefined,
    responseBody: undefined,
  }
}
