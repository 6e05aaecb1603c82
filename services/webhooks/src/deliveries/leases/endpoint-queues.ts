import { LeaseCount } from './lease-count.ts'
import type { LeasedDelivery } from './leased-delivery.ts'

/** Maximum deliveries leased of one webhook, under way and queued. */
export const QUEUE_MAX = 64
/** Part of the queue that the ingest may fill: the rest is for deliveries waiting in the table. */
export const QUEUE_INGEST_MAX = 32
/** Deliveries that wait for longer are released, so that the remaining lease still covers an attempt. */
const WAIT_MAX_MS = 3_000
const SWEEP_MS = 1_000

export interface EndpointQueuesOptions {
  /** Maximum deliveries leased at once in this process. */
  readonly max: number
  /** Current limit of requests under way to one webhook. */
  readonly perWebhook: () => number
  /** Attempts a delivery, which may wait for a connection so long, and writes its result. Must not reject. */
  readonly run: (delivery: LeasedDelivery, waitMs: number) => Promise<void>
  /** Releases leases. Must not reject. */
  readonly release: (deliveries: readonly LeasedDelivery[]) => Promise<void>
}

/**
 * The deliveries leased by this process. Each webhook has a limited number of requests under way and a short
 * queue behind them, so that a burst is sent without further claims from the table.
 */
export interface EndpointQueues extends AsyncDisposable {
  readonly leased: Pick<LeaseCount, 'byWebhook' | 'byOrganization'>
  /** How many more may be leased now. */
  readonly room: number
  /** Resolves when there is room for this many deliveries, or after a short timeout. */
  waitForRoom(count: number): Promise<void>
  take(deliveries: readonly LeasedDelivery[]): void
  /** After a failure of the receiver: releases its queued deliveries when `written` resolves. */
  close(webhookId: number, written: Promise<void>): void
}

interface EndpointQueue {
  underWay: number
  readonly waiting: Queued[]
}

interface Queued {
  readonly delivery: LeasedDelivery
  /** Time of the lease. */
  readonly since: number
}

export function createEndpointQueues({
  max,
  perWebhook,
  run,
  release,
}: EndpointQueuesOptions): EndpointQueues {
  const queues = new Map<number, EndpointQueue>()
  const leased = new LeaseCount()
  const working = createWorking()
  let isOpen = true

  const end = ({ target }: LeasedDelivery): void => {
    leased.remove(target)
    if (!leased.byWebhook.has(target.webhookId)) queues.delete(target.webhookId)
  }
  const start = (queue: EndpointQueue, { delivery, since }: Queued): void => {
    queue.underWay += 1
    const startNext = (): void => {
      queue.underWay -= 1
      const next = queue.underWay < perWebhook() ? queue.waiting.shift() : undefined
      if (next !== undefined) start(queue, next)
      end(delivery)
    }
    const waitMs = Math.max(0, since + WAIT_MAX_MS - performance.now())
    working.add(run(delivery, waitMs).finally(startNext))
  }
  const releaseQueued = (late: readonly Queued[], after = Promise.resolve()): void => {
    if (late.length === 0) return
    const deliveries = late.map(({ delivery }) => delivery)
    working.add(after.then(() => release(deliveries)).finally(() => deliveries.forEach(end)))
  }
  const releaseQueuedBefore = (latest: number): void => {
    for (const { waiting } of queues.values()) {
      const fresh = waiting.findIndex(({ since }) => since > latest)
      releaseQueued(waiting.splice(0, fresh < 0 ? waiting.length : fresh))
    }
  }
  const sweep = setInterval(() => releaseQueuedBefore(performance.now() - WAIT_MAX_MS), SWEEP_MS)

  return {
    leased,
    get room() {
      return isOpen ? Math.max(0, max - leased.total) : 0
    },
    waitForRoom: (wanted) => leased.waitForAtMost(Math.max(0, max - wanted)),
    take(deliveries) {
      const since = performance.now()
      for (const delivery of deliveries) {
        const { webhookId } = delivery.target
        const queue = queues.get(webhookId) ?? { underWay: 0, waiting: [] }
        queues.set(webhookId, queue)
        leased.add(delivery.target)
        if (queue.underWay < perWebhook()) start(queue, { delivery, since })
        else queue.waiting.push({ delivery, since })
      }
      if (!isOpen) releaseQueuedBefore(Infinity)
    },
    close(webhookId, written) {
      const waiting = queues.get(webhookId)?.waiting
      if (waiting !== undefined) releaseQueued(waiting.splice(0), written)
    },
    async [Symbol.asyncDispose]() {
      isOpen = false
      clearInterval(sweep)
      releaseQueuedBefore(Infinity)
      await working.ended()
    },
  }
}

/** Tracks running work until it ends. */
function createWorking() {
  const tasks = new Set<Promise<void>>()
  return {
    add(task: Promise<void>): void {
      const ended = task.finally(() => tasks.delete(ended))
      tasks.add(ended)
    },
    /** Resolves when no work is left, including work added meanwhile. */
    async ended(): Promise<void> {
      while (tasks.size > 0) await Promise.all(tasks)
    },
  }
}
