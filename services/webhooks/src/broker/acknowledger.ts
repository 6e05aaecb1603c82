import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from '@takeoff/kit/service/logger'

/** A quorum queue has as much work with an acknowledgement as with a message; one may stand for many. */
const ACKNOWLEDGE_EVERY_MS = 10

/** Settles the messages of a channel, in the order in which they came. */
export interface Acknowledger {
  /** Everything up to this message is handled. */
  add(message: ConsumeMessage): void
  /** Acknowledges now what would be acknowledged soon. */
  flush(): void
  /** The broker gives everything after what was handled, up to this message, again. */
  refuse(message: ConsumeMessage): void
}

/** Acknowledges what was handled a few milliseconds later, and all of it at once. */
export function createAcknowledger(channel: Channel, logger: Logger): Acknowledger {
  let last: ConsumeMessage | undefined
  let timer: NodeJS.Timeout | undefined
  const settle = (message: ConsumeMessage, by: 'ack' | 'nack'): void => {
    try {
      channel[by](message, true)
    } catch (error) {
      // The channel is closed: the broker gives these messages again, the inbox knows them.
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
