import { AsyncResource } from 'node:async_hooks'
import type { Envelope } from '@takeoff/contracts/envelope'
import type { Logger } from '../service/logger.ts'

/** Hears of events that are committed, and only of them. */
export type EventListener = (events: readonly Envelope[]) => void

/** What the transactions of a process have put into its outbox. */
export interface CommittedEvents {
  /**
   * Until the answer is disposed.
   * @throws Error when somebody listens already: each of two relays would tell everything
   */
  listen(listener: EventListener): Disposable
  /** To be called after the commit. */
  tell(events: readonly Envelope[]): void
}

/** A hook for one listener. An error it throws is logged, and does not fail the transaction. */
export function createCommittedEvents(logger: Logger): CommittedEvents {
  let heardBy: EventListener | undefined
  return {
    listen(listener) {
      if (heardBy !== undefined) throw new Error('somebody listens to these events already')
      // What it begins is no part of the request that committed.
      heardBy = AsyncResource.bind(listener)
      return { [Symbol.dispose]: () => void (heardBy = undefined) }
    },
    tell(events) {
      if (events.length === 0) return
      try {
        heardBy?.(events)
      } catch (error) {
        // Whoever committed must not take this for a transaction that failed; the events are in the table.
        logger.error({ err: error }, 'committed events were not heard')
      }
    },
  }
}
