import { connect } from 'amqplib'
import type { ChannelModel } from 'amqplib'
import type { Logger } from './logger.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** A peer that is silent for two of these is gone. */
const HEARTBEAT_S = 10

/** One connection to the broker; whoever opens it watches its 'close'. */
export async function openBrokerConnection(url: string, logger: Logger): Promise<ChannelModel> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_S))
  const connection = await connect(address.href, { timeout: CONNECT_TIMEOUT_MS })
  // Without a listener an 'error' would end the process; 'close' always follows it.
  connection.on('error', (error) => logger.warn({ err: error }, 'the broker connection broke'))
  return connection
}
