import type { Socket } from 'node:net'
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
  // With Nagle's algorithm a batch would wait until the broker has answered the one before.
  const socketOptions = { timeout: CONNECT_TIMEOUT_MS, noDelay: true }
  const connection = await connect(address.href, socketOptions)
  // Without a listener an 'error' would end the process; 'close' always follows it.
  connection.on('error', (error) => logger.warn({ err: error }, 'the broker connection broke'))
  joinWrites(streamOf(connection))
  return connection
}

/** The client writes each message by itself: a system call for each is half of what publishing costs. */
function joinWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  socket.write = (...args: unknown[]) => {
    if (socket.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return write(...args)
  }
}

/** The client's types do not tell of it. */
function streamOf({ connection }: ChannelModel): Socket {
  return (connection as unknown as { readonly stream: Socket }).stream
}
