import { Signal } from '@takeoff/kit/concurrency/signal'

/** A waiting caller checks for room again after this time at the latest. */
const LOOK_AGAIN_MS = 50

/** Number of deliveries leased by this process, in total and by webhook. */
export interface LeaseCount {
  readonly byWebhook: ReadonlyMap<number, number>
  readonly total: number
  add(webhookId: number): void
  remove(webhookId: number): void
  /** Resolves when at most this many deliveries are leased, or after a short timeout. */
  waitForAtMost(count: number): Promise<void>
}

export function createLeaseCount(): LeaseCount {
  const byWebhook = new Map<number, number>()
  const signal = new Signal()
  const count = { total: 0 }
  const change = (webhookId: number, by: number): void => {
    count.total += by
    const now = (byWebhook.get(webhookId) ?? 0) + by
    if (now > 0) byWebhook.set(webhookId, now)
    else byWebhook.delete(webhookId)
  }
  return {
    byWebhook,
    get total() {
      return count.total
    },
    add: (webhookId) => change(webhookId, 1),
    remove(webhookId) {
      change(webhookId, -1)
      signal.notify()
    },
    async waitForAtMost(most) {
      const until = performance.now() + LOOK_AGAIN_MS
      while (count.total > most) {
        const restMs = until - performance.now()
        if (restMs <= 0) return
        await signal.wait(restMs)
      }
    },
  }
}
