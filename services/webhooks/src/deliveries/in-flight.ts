import { createWaker } from '@takeoff/kit/waker'
import type { LeasedDelivery } from './leased-delivery.ts'

/** Whoever waits for room looks again after this at the latest. */
const LOOK_AGAIN_MS = 50

/** What this process has leased, and how much more it may. */
export interface InFlight {
  /** How many are under way, by webhook. */
  readonly byWebhook: ReadonlyMap<number, number>
  /** How many more may be leased now. */
  readonly room: number
  /** Resolves when there is room for so many, or after a moment with what there is. */
  waitForRoom(count: number): Promise<void>
  /** @param attempt ends with its result written; must not reject */
  add(delivery: LeasedDelivery, attempt: Promise<void>): void
  /** Resolves when nothing is under way. */
  ended(): Promise<void>
}

export function createInFlight(max: number): InFlight {
  const attempts = new Set<Promise<void>>()
  const byWebhook = new Map<number, number>()
  const waker = createWaker()

  const count = (webhookId: number, change: number): void => {
    const now = (byWebhook.get(webhookId) ?? 0) + change
    if (now === 0) byWebhook.delete(webhookId)
    else byWebhook.set(webhookId, now)
  }
  const roomNow = (): number => Math.max(0, max - attempts.size)
  return {
    byWebhook,
    get room() {
      return roomNow()
    },
    async waitForRoom(wanted) {
      const until = performance.now() + LOOK_AGAIN_MS
      while (roomNow() < Math.min(wanted, max)) {
        const restMs = until - performance.now()
        if (restMs <= 0) return
        await waker.wait(restMs)
      }
    },
    add({ target }, attempt) {
      count(target.webhookId, 1)
      const ended = attempt.finally(() => {
        attempts.delete(ended)
        count(target.webhookId, -1)
        waker.wake()
      })
      attempts.add(ended)
    },
    ended: async () => void (await Promise.all(attempts)),
  }
}
