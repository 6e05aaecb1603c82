import type { Sql } from '@takeoff/kit/database'
import type { Logger } from '@takeoff/kit/logger'
import { startLoop } from '@takeoff/kit/loop'
import { withdrawDeliveries } from './withdraw-deliveries.ts'

/** It is called when there is something to do. */
const IDLE_MS = 60_000

/** Ends what waits in vain, beside the claims that meet it: a long queue takes seconds. */
export interface Withdrawing extends AsyncDisposable {
  /** What waits for these subscriptions is awaited no more; to say so again costs nothing. */
  add(webhookIds: readonly number[]): void
}

export function startWithdrawing(sql: Sql, logger: Logger): Withdrawing {
  const met = new Set<number>()
  const loop = startLoop({
    async round() {
      const webhookIds = [...met]
      met.clear()
      if (webhookIds.length > 0) await withdrawDeliveries(sql, webhookIds)
      return false
    },
    idleMs: IDLE_MS,
    // What is left is met again.
    onError: (error) =>
      logger.warn({ err: error }, 'deliveries that nobody awaits could not be ended'),
  })
  return {
    add(webhookIds) {
      if (webhookIds.length === 0) return
      for (const id of webhookIds) met.add(id)
      loop.wake()
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
