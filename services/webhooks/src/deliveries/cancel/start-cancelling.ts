import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import { cancelSomeDeliveries, logCancelFailure } from './cancel-deliveries.ts'

/** Only a fallback: `add` wakes the loop. */
const IDLE_MS = 60_000

/** Cancels deliveries of disabled or deleted webhooks in the background; a long backlog takes seconds. */
export interface Cancelling extends AsyncDisposable {
  /** The deliveries of these subscriptions are undeliverable; adding one twice costs nothing. */
  add(webhookIds: readonly number[]): void
}

export function startCancelling(sql: Sql, logger: Logger): Cancelling {
  const pending = new Set<number>()
  const loop = startLoop({
    // One batch, so that a shutdown need not wait for a long backlog.
    async round() {
      const webhookIds = [...pending]
      pending.clear()
      if (webhookIds.length === 0 || !(await cancelSomeDeliveries(sql, webhookIds))) return false
      for (const id of webhookIds) pending.add(id)
      return true
    },
    idleMs: IDLE_MS,
    onError: (error) => logCancelFailure(logger, { err: error }),
  })
  return {
    add(webhookIds) {
      if (webhookIds.length === 0) return
      for (const id of webhookIds) pending.add(id)
      loop.wake()
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
