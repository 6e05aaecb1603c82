import { LRUCache } from 'lru-cache'
import type { Target } from './leased-delivery.ts'

/** Each takes half a kilobyte. */
const TARGETS_MAX = 10_000
/**
 * Twice the webhooks of an organization: deleted ones stay until others replace them. Each ingest sends the
 * versions of all cached targets to the database; with those of 9,000 it took 23 ms instead of 2.
 */
const OF_ORG_MAX = 100

/**
 * Targets as last read by this process. The database compares the versions and returns only changed targets: returning
 * all of them with each batch was a sixth of the cost of an ingest. The targets of the organization that was used least
 * recently are evicted first.
 */
export class TargetCache {
  readonly #byOrg: LRUCache<number, ReadonlyMap<number, Target>>

  constructor(max: number = TARGETS_MAX) {
    this.#byOrg = new LRUCache({ maxSize: max, sizeCalculation: ({ size }) => size })
  }

  /** Cached targets of the webhooks of these organizations, by webhook id. */
  of(orgIds: ReadonlySet<number>): ReadonlyMap<number, Target> {
    return new Map([...orgIds].flatMap((orgId) => [...(this.#byOrg.get(orgId) ?? [])]))
  }

  /** Replaces the cached targets of the same webhooks. */
  put(targets: readonly Target[]): void {
    for (const target of targets) this.#putOne(target)
  }

  #putOne(target: Target): void {
    const targets = new Map(this.#byOrg.get(target.orgId))
    if (target.version === null) targets.delete(target.webhookId)
    else targets.set(target.webhookId, target)
    if (targets.size > OF_ORG_MAX) evictFirst(targets)
    if (targets.size === 0) this.#byOrg.delete(target.orgId)
    else this.#byOrg.set(target.orgId, targets)
  }
}

function evictFirst(targets: Map<number, Target>): void {
  const [first] = targets.keys()
  if (first !== undefined) targets.delete(first)
}
