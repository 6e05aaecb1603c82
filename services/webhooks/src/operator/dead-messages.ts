import type { BrokerState, RequeueResponse } from '@takeoff/contracts/operator-api'
import { countMessages, moveMessages } from './broker-queues.ts'
import { isAmqp } from '@takeoff/kit/events/publisher'
import { AUDIT_QUEUE, DEAD_LETTER_QUEUE, WEBHOOKS_QUEUE } from '@takeoff/kit/events/topology'
import { hostUrls } from '@takeoff/kit/service/host-list'
import type { Logger } from '@takeoff/kit/service/logger'
import { AppError, ConflictError } from '@takeoff/kit/values/errors'

/** Longest time for moving messages in one request, so that the response arrives in time. */
const MOVE_LIMIT_MS = 10_000

const QUEUES = [WEBHOOKS_QUEUE, AUDIT_QUEUE, DEAD_LETTER_QUEUE]

export interface BrokerAccess {
  readonly eventsUrl: string
  readonly logger: Logger
}

class BrokerUnavailableError extends AppError {
  override readonly code = 'BROKER_UNAVAILABLE'
  override readonly httpStatus = 503
}

/** Ready messages in the queues of the service; a broker error is part of the reported state. */
export async function readBroker({ eventsUrl, logger }: BrokerAccess): Promise<BrokerState> {
  if (!isAmqp(eventsUrl)) return { carrier: 'http' }
  try {
    const queues = await countMessages(eventsUrl, QUEUES, logger)
    return { carrier: 'amqp', queues }
  } catch (error) {
    return { carrier: 'amqp', error: describeError(eventsUrl, error) }
  }
}

/**
 * Moves dead messages back to the queue of the service. A message that is in both queues for a moment is ingested
 * once, because the inbox recognizes its event. An audit record may come through either queue.
 * @throws ConflictError without a broker, BrokerUnavailableError
 */
export async function requeueDead({ eventsUrl, logger }: BrokerAccess): Promise<RequeueResponse> {
  if (!isAmqp(eventsUrl)) {
    throw new ConflictError(
      'EVENTS_URL names no broker: the http transport never gives up on a message.',
    )
  }
  const stop = AbortSignal.timeout(MOVE_LIMIT_MS)
  const requeued = await moveMessages(eventsUrl, {
    from: DEAD_LETTER_QUEUE,
    to: WEBHOOKS_QUEUE,
    logger,
    stop,
  }).catch((error: unknown) => {
    throw new BrokerUnavailableError(`The broker at ${describeError(eventsUrl, error)}`)
  })
  return { requeued, hasMore: stop.aborted }
}

/** Omits the password of the URL. Node reports several failed connections as one error without a message. */
function describeError(url: string, error: unknown): string {
  const { message, code } = error as Error & { readonly code?: string }
  const hosts = hostUrls(url).map((one) => new URL(one).host)
  return `${hosts.join(', ')}: ${message === '' ? (code ?? 'no response') : message}`
}
