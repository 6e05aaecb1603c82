import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { Logger } from '../service/logger.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** A queue without a leader sends no reply. */
const REPLY_TIMEOUT_MS = 5_000
/** A peer that is silent for two of these intervals is considered gone. */
const HEARTBEAT_S = 10

/** One connection to the broker; the caller watches its 'close'. */
export async function openBrokerConnection(url: string, logger: Logger): Promise<ChannelModel> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_S))
  // With Nagle's algorithm a batch would wait for the broker's reply to the one before.
  const socketOptions = { timeout: CONNECT_TIMEOUT_MS, noDelay: true }
  const connection = await connect(address.href, socketOptions)
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
    `the broker did not answer within ${REPLY_TIMEOUT_MS} ms`,
  )
}
