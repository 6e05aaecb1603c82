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

interface EndpointQueue {
  underWay: number
  readonly waiting: Queued[]
}

interface Queued {
  readonly delivery: LeasedDelivery
  /** Time of the lease. */
  readonly since: number
}

/**
 * The deliveries leased by this process. Each webhook has a limited number of requests under way and a short
 * queue behind them, so that a burst is sent without further claims from the table.
 */
export class EndpointQueues implements AsyncDisposable {
  readonly #options: EndpointQueuesOptions
  readonly #queues = new Map<number, EndpointQueue>()
  readonly #leased = new LeaseCount()
  /** Attempts and releases until they end. */
  readonly #working = new Set<Promise<void>>()
  readonly #sweep: NodeJS.Timeout
  #isOpen = true

  constructor(options: EndpointQueuesOptions) {
    this.#options = options
    this.#sweep = setInterval(
      () => this.#releaseQueuedBefore(performance.now() - WAIT_MAX_MS),
      SWEEP_MS,
    )
  }

  get leased(): Pick<LeaseCount, 'byWebhook' | 'byOrganization'> {
    return this.#leased
  }

  /** How many more may be leased now. */
  get room(): number {
    return this.#isOpen ? Math.max(0, this.#options.max - this.#leased.total) : 0
  }

  /** Resolves when there is room for this many deliveries, or after a short timeout. */
  waitForRoom(count: number): Promise<void> {
    return this.#leased.waitForAtMost(Math.max(0, this.#options.max - count))
  }

  take(deliveries: readonly LeasedDelivery[]): void {
    const since = performance.now()
    for (const delivery of deliveries) {
      const { webhookId } = delivery.target
      const queue = this.#queues.get(webhookId) ?? { underWay: 0, waiting: [] }
      this.#queues.set(webhookId, queue)
      this.#leased.add(delivery.target)
      if (queue.underWay < this.#options.perWebhook()) this.#start(queue, { delivery, since })
      else queue.waiting.push({ delivery, since })
    }
    if (!this.#isOpen) this.#releaseQueuedBefore(Infinity)
  }

  #start(queue: EndpointQueue, { delivery, since }: Queued): void {
    queue.underWay += 1
    const startNext = (): void => {
      queue.underWay -= 1
      const next = queue.underWay < this.#options.perWebhook() ? queue.waiting.shift() : undefined
      if (next !== undefined) this.#start(queue, next)
      this.#end(delivery)
    }
    const waitMs = Math.max(0, since + WAIT_MAX_MS - performance.now())
    this.#track(this.#options.run(delivery, waitMs).finally(startNext))
  }

  #end({ target }: LeasedDelivery): void {
    this.#leased.remove(target)
    if (!this.#leased.byWebhook.has(target.webhookId)) this.#queues.delete(target.webhookId)
  }

  /** After a failure of the receiver: releases its queued deliveries when `written` resolves. */
  close(webhookId: number, written: Promise<void>): void {
    const waiting = this.#queues.get(webhookId)?.waiting
    if (waiting !== undefined) this.#release(waiting.splice(0), written)
  }

  #releaseQueuedBefore(latest: number): void {
    for (const { waiting } of this.#queues.values()) {
      const fresh = waiting.findIndex(({ since }) => since > latest)
      this.#release(waiting.splice(0, fresh < 0 ? waiting.length : fresh))
    }
  }

  #release(late: readonly Queued[], after = Promise.resolve()): void {
    if (late.length === 0) return
    const deliveries = late.map(({ delivery }) => delivery)
    const released = after.then(() => this.#options.release(deliveries))
    this.#track(released.finally(() => deliveries.forEach((delivery) => this.#end(delivery))))
  }

  #track(work: Promise<void>): void {
    const ended = work.finally(() => this.#working.delete(ended))
    this.#working.add(ended)
  }

  /** Resolves when no work is left, including work added meanwhile. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOpen = false
    clearInterval(this.#sweep)
    this.#releaseQueuedBefore(Infinity)
    while (this.#working.size > 0) await Promise.all(this.#working)
  }
}
