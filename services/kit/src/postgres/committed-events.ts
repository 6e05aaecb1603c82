import { AsyncResource } from 'node:async_hooks'
import type { Message } from '@takeoff/contracts/audit-record'
import type { Logger } from '../service/logger.ts'

/** Receives events once they are committed, and never others. */
export type EventListener = (events: readonly Message[]) => void

/** The events that the transactions of a process have put into its outbox: a hook for one listener. */
export class CommittedEvents {
  readonly #logger: Logger
  #current: EventListener | undefined

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /**
   * Listens until the result is disposed.
   * @throws Error when there is a listener already: each of two relays would publish everything
   */
  listen(listener: EventListener): Disposable {
    if (this.#current !== undefined)
      throw new Error('another listener listens to these events already')
    // Work that the listener starts does not belong to the request that committed.
    this.#current = AsyncResource.bind(listener)
    return { [Symbol.dispose]: () => void (this.#current = undefined) }
  }

  /** To be called after the commit. An error of the listener is logged, and does not fail the transaction. */
  notify(events: readonly Message[]): void {
    if (events.length === 0) return
    try {
      this.#current?.(events)
    } catch (error) {
      // The committing caller must not take this for a failed transaction: the events are in the table.
      this.#logger.error({ err: error }, 'the listener of committed events failed')
    }
  }
}
