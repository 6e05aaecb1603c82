import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import { withTimeout } from '../concurrency/with-timeout.ts'
import { hostUrls } from '../service/host-list.ts'
import type { Logger } from '../service/logger.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Of several nodes; the next one is tried then. */
const NODE_TIMEOUT_MS = 1_000
/** A queue without a leader sends no reply. */
const REPLY_TIMEOUT_MS = 5_000
/** A peer that is silent for two of these intervals is considered gone. */
const HEARTBEAT_S = 10

/**
 * One connection to the broker; the caller watches its 'close'. With several nodes it begins at one by chance, so that
 * processes spread over them, and tries each.
 * @throws the error of the only node, or an AggregateError with those of all
 */
export async function openBrokerConnection(url: string, logger: Logger): Promise<ChannelModel> {
  const nodes = hostUrls(url)
  if (nodes.length === 1) return openNode(url, logger, CONNECT_TIMEOUT_MS)
  const first = Math.floor(Math.random() * nodes.length)
  const errors: unknown[] = []
  for (const node of [...nodes.slice(first), ...nodes.slice(0, first)]) {
    try {
      return await openNode(node, logger, NODE_TIMEOUT_MS)
    } catch (error) {
      errors.push(error)
    }
  }
  throw new AggregateError(errors, 'no node of the broker can be connected to')
}

async function openNode(url: string, logger: Logger, timeout: number): Promise<ChannelModel> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_S))
  // With Nagle's algorithm a batch would wait for the broker's reply to the one before.
  const connection = await connect(address.href, { timeout, noDelay: true })
  // Without a listener an 'error' would end the process; 'close' always follows it.
  connection.on('error', (error) => logger.warn({ err: error }, 'the broker connection broke'))
  return connection
}

/**
 * Waits for a reply of the broker, at most 5 s.
 * @throws Error when none has come by then
 */
export function brokerReply<T>(work: Promise<T>): Promise<T> {
  return withTimeout(
    REPLY_TIMEOUT_MS,
    work,
    `the broker did not respond within ${REPLY_TIMEOUT_MS} ms`,
  )
}
