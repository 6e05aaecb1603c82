import { createWaker } from '@takeoff/kit/waker'
import type { LeasedDelivery } from './leased-delivery.ts'

/** Most deliveries leased of one webhook, under way and waiting in its lane. */
export const LANE_MAX = 64
/** Who waits for longer goes back to the table: the lease must last for the attempt. */
const WAIT_MAX_MS = 3_000
const SWEEP_MS = 1_000
/** Whoever waits for room looks again after this at the latest. */
const LOOK_AGAIN_MS = 50

export interface LanesOptions {
  /** Most deliveries leased at once in this process. */
  readonly max: number
  /** Most requests under way to one webhook, now. */
  readonly perWebhook: () => number
  /** Attempts a delivery and writes its result. Must not reject. */
  readonly run: (delivery: LeasedDelivery) => Promise<void>
  /** Gives leases back. Must not reject. */
  readonly release: (deliveries: readonly LeasedDelivery[]) => Promise<void>
}

/**
 * What this process has leased. Each webhook has a lane: so many requests under way, and a short queue behind
 * them, so that a burst goes out one after the other without a further look into the table.
 */
export interface Lanes extends AsyncDisposable {
  /** How many are leased, by webhook. */
  readonly leased: ReadonlyMap<number, number>
  /** How many more may be leased now. */
  readonly room: number
  /** Resolves when there is room for so many, or after a moment with what there is. */
  waitForRoom(count: number): Promise<void>
  take(deliveries: readonly LeasedDelivery[]): void
  /** The receiver fails: what waits in its lane stays, and goes back to the table when `written` resolves. */
  close(webhookId: number, written: Promise<void>): void
}

interface Lane {
  underWay: number
  readonly waiting: { readonly delivery: LeasedDelivery; readonly since: number }[]
}

export function createLanes({ max, perWebhook, run, release }: LanesOptions): Lanes {
  const lanes = new Map<number, Lane>()
  const leased = new Map<number, number>()
  const working = new Set<Promise<void>>()
  const waker = createWaker()
  let total = 0
  let isOpen = true

  const count = (webhookId: number, change: number): void => {
    total += change
    const now = (leased.get(webhookId) ?? 0) + change
    if (now > 0) leased.set(webhookId, now)
    else {
      leased.delete(webhookId)
      lanes.delete(webhookId)
    }
    if (change < 0) waker.wake()
  }
  const laneOf = (webhookId: number): Lane => {
    const lane = lanes.get(webhookId) ?? { underWay: 0, waiting: [] }
    lanes.set(webhookId, lane)
    return lane
  }
  const work = (task: Promise<void>): void => {
    const ended = task.finally(() => working.delete(ended))
    working.add(ended)
  }
  const start = (lane: Lane, delivery: LeasedDelivery): void => {
    lane.underWay += 1
    const end = (): void => {
      lane.underWay -= 1
      const next = lane.underWay < perWebhook() ? lane.waiting.shift() : undefined
      if (next !== undefined) start(lane, next.delivery)
      count(delivery.target.webhookId, -1)
    }
    work(run(delivery).finally(end))
  }
  const giveBack = (late: Lane['waiting'], after = Promise.resolve()): void => {
    if (late.length === 0) return
    const deliveries = late.map(({ delivery }) => delivery)
    const end = (): void => {
      for (const { target } of deliveries) count(target.webhookId, -1)
    }
    work(after.then(() => release(deliveries)).finally(end))
  }
  const giveBackThoseSince = (latest: number): void => {
    for (const { waiting } of lanes.values()) {
      const fresh = waiting.findIndex(({ since }) => since > latest)
      giveBack(waiting.splice(0, fresh < 0 ? waiting.length : fresh))
    }
  }
  const sweep = setInterval(
    () => giveBackThoseSince(performance.now() - WAIT_MAX_MS),
    SWEEP_MS,
  ).unref()

  return {
    leased,
    get room() {
      return isOpen ? Math.max(0, max - total) : 0
    },
    async waitForRoom(wanted) {
      const until = performance.now() + LOOK_AGAIN_MS
      while (isOpen && max - total < Math.min(wanted, max)) {
        const restMs = until - performance.now()
        if (restMs <= 0) return
        await waker.wait(restMs)
      }
    },
    take(deliveries) {
      const since = performance.now()
      for (const delivery of deliveries) {
        const { webhookId } = delivery.target
        const lane = laneOf(webhookId)
        count(webhookId, 1)
        if (lane.underWay < perWebhook()) start(lane, delivery)
        else lane.waiting.push({ delivery, since })
      }
      if (!isOpen) giveBackThoseSince(Infinity)
    },
    close(webhookId, written) {
      const waiting = lanes.get(webhookId)?.waiting
      if (waiting !== undefined) giveBack(waiting.splice(0), written)
    },
    async [Symbol.asyncDispose]() {
      isOpen = false
      clearInterval(sweep)
      waker.wake()
      giveBackThoseSince(Infinity)
      while (working.size > 0) await Promise.all(working)
    },
  }
}
