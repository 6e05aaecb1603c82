import type { Channel, ConsumeMessage } from 'amqplib'
import type { Logger } from '../service/logger.ts'

/** For a quorum queue an acknowledgement costs as much as a message; one can cover many. */
const ACKNOWLEDGE_EVERY_MS = 10

/** Settles the messages of a channel in order of arrival; handled ones together, after a few milliseconds. */
export class Acknowledger {
  readonly #channel: Channel
  readonly #logger: Logger
  #last: ConsumeMessage | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(channel: Channel, logger: Logger) {
    this.#channel = channel
    this.#logger = logger
  }

  /** Marks all messages up to this one as handled. */
  add(message: ConsumeMessage): void {
    this.#last = message
    this.#timer ??= setTimeout(() => this.flush(), ACKNOWLEDGE_EVERY_MS)
  }

  /** Sends a pending acknowledgement now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#last !== undefined) this.#settle(this.#last, 'ack')
    this.#last = undefined
  }

  /** Requeues all unhandled messages up to this one. */
  refuse(message: ConsumeMessage): void {
    this.flush()
    this.#settle(message, 'nack')
  }

  #settle(message: ConsumeMessage, by: 'ack' | 'nack'): void {
    try {
      this.#channel[by](message, true)
    } catch (error) {
      // The channel is closed: the broker redelivers these messages, and the handler recognizes them.
      this.#logger.debug({ err: error }, 'a batch could not be settled')
    }
  }
}
