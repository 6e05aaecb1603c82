import { Signal } from '@takeoff/kit/concurrency/signal'
import type { Target } from './leased-delivery.ts'

/** A waiting caller checks for room again after this time at the latest. */
const LOOK_AGAIN_MS = 50

/** Whose deliveries are counted. */
type Owner = Pick<Target, 'webhookId' | 'orgId'>

/** Number of deliveries leased by this process: in total, by webhook and by organization. */
export class LeaseCount {
  readonly #byWebhook = new Map<number, number>()
  readonly #byOrganization = new Map<number, number>()
  readonly #removed = new Signal()
  #total = 0

  get byWebhook(): ReadonlyMap<number, number> {
    return this.#byWebhook
  }

  get byOrganization(): ReadonlyMap<number, number> {
    return this.#byOrganization
  }

  get total(): number {
    return this.#total
  }

  add(owner: Owner): void {
    this.#change(owner, 1)
  }

  remove(owner: Owner): void {
    this.#change(owner, -1)
    this.#removed.notify()
  }

  /** Resolves when at most this many deliveries are leased, or after a short timeout. */
  async waitForAtMost(most: number): Promise<void> {
    const until = performance.now() + LOOK_AGAIN_MS
    while (this.#total > most) {
      const restMs = until - performance.now()
      if (restMs <= 0) return
      await this.#removed.wait(restMs)
    }
  }

  #change({ webhookId, orgId }: Owner, by: number): void {
    this.#total += by
    change(this.#byWebhook, webhookId, by)
    change(this.#byOrganization, orgId, by)
  }
}

function change(counts: Map<number, number>, id: number, by: number): void {
  const now = (counts.get(id) ?? 0) + by
  if (now > 0) counts.set(id, now)
  else counts.delete(id)
}
