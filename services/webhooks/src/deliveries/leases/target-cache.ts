import { LRUCache } from 'lru-cache'
import type { Target } from './leased-delivery.ts'

/** Each takes half a kilobyte. */
const REMEMBERED_MAX = 10_000
/**
 * Twice the webhooks of an organization: deleted ones stay until others replace them. Each intake sends the
 * versions of all cached targets to the database; with those of 9,000 it took 23 ms instead of 2.
 */
const OF_ORG_MAX = 100

/** Targets as last read by this process. */
export interface TargetCache {
  /** Cached targets of the webhooks of these organizations, by webhook id. */
  of(orgIds: ReadonlySet<number>): ReadonlyMap<number, Target>
  /** Replaces the cached targets of the same webhooks. */
  remember(targets: readonly Target[]): void
}

/**
 * The database compares the versions and returns only changed targets: returning all of them with each batch was
 * a sixth of the cost of an intake. The targets of the organization that was used least recently are evicted first.
 */
export function createTargetCache(max: number = REMEMBERED_MAX): TargetCache {
  const byOrg = new LRUCache<number, ReadonlyMap<number, Target>>({
    maxSize: max,
    sizeCalculation: ({ size }) => size,
  })
  const put = (target: Target): void => {
    const targets = new Map(byOrg.get(target.orgId))
    if (target.version === null) targets.delete(target.webhookId)
    else targets.set(target.webhookId, target)
    if (targets.size > OF_ORG_MAX) forgetFirst(targets)
    if (targets.size === 0) byOrg.delete(target.orgId)
    else byOrg.set(target.orgId, targets)
  }
  return {
    of: (orgIds) => new Map([...orgIds].flatMap((orgId) => [...(byOrg.get(orgId) ?? [])])),
    remember(targets) {
      for (const target of targets) put(target)
    },
  }
}

function forgetFirst(targets: Map<number, Target>): void {
  const [first] = targets.keys()
  if (first !== undefined) targets.delete(first)
}
