import { AsyncResource } from 'node:async_hooks'
import type { Message } from '@takeoff/contracts/audit-record'
import type { Logger } from '../service/logger.ts'

/** Receives events once they are committed, and never others. */
export type EventListener = (events: readonly Message[]) => void

/** The events that the transactions of a process have put into its outbox. */
export interface CommittedEvents {
  /**
   * Listens until the result is disposed.
   * @throws Error when there is a listener already: each of two relays would publish everything
   */
  listen(listener: EventListener): Disposable
  /** To be called after the commit. */
  notify(events: readonly Message[]): void
}

/** A hook for one listener. An error it throws is logged, and does not fail the transaction. */
export function createCommittedEvents(logger: Logger): CommittedEvents {
  let current: EventListener | undefined
  return {
    listen(listener) {
      if (current !== undefined) throw new Error('another listener listens to these events already')
      // Work that the listener starts does not belong to the request that committed.
      current = AsyncResource.bind(listener)
      return { [Symbol.dispose]: () => void (current = undefined) }
    },
    notify(events) {
      if (events.length === 0) return
      try {
        current?.(events)
      } catch (error) {
        // The committing caller must not take this for a failed transaction: the events are in the table.
        logger.error({ err: error }, 'the listener of committed events failed')
      }
    },
  }
}
