import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../service/logger.ts'

/** For a quorum queue an acknowledgement costs as much as a message; one can cover many. */
const ACKNOWLEDGE_EVERY_MS = 10

/** Settles the messages of a channel in order of arrival. */
export interface Acknowledger {
  /** Marks all messages up to this one as handled. */
  add(message: ConsumeMessage): void
  /** Sends a pending acknowledgement now. */
  flush(): void
  /** Requeues all unhandled messages up to this one. */
  refuse(message: ConsumeMessage): void
}

/** Acknowledges handled messages together, after a few milliseconds. */
export function createAcknowledger(channel: Channel, logger: Logger): Acknowledger {
  let last: ConsumeMessage | undefined
  let timer: NodeJS.Timeout | undefined
  const settle = (message: ConsumeMessage, by: 'ack' | 'nack'): void => {
    try {
      channel[by](message, true)
    } catch (error) {
      // The channel is closed: the broker redelivers these messages, and the handler recognizes them.
      logger.debug({ err: error }, 'a batch could not be settled')
    }
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (last !== undefined) settle(last, 'ack')
    last = undefined
  }
  return {
    add(message) {
      last = message
      timer ??= setTimeout(flush, ACKNOWLEDGE_EVERY_MS)
    },
    flush,
    refuse(message) {
      flush()
      settle(message, 'nack')
    },
  }
}
