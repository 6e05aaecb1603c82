import { LRUCache } from 'lru-cache'
import type { Target } from './leased-delivery.ts'

/** Each takes half a kilobyte. */
const REMEMBERED_MAX = 10_000
/**
 * Twice as many as an organization may have: deleted ones stay until others take their place. Each intake tells the
 * database the versions of all; with those of 9,000 it took 23 ms instead of 2.
 */
const OF_ORG_MAX = 100

/** Targets as this process has read them last. */
export interface TargetCache {
  /** Those of webhooks of these organizations, by webhook id. */
  of(orgIds: ReadonlySet<number>): ReadonlyMap<number, Target>
  /** In place of what is known of the same webhooks. */
  remember(targets: readonly Target[]): void
}

/**
 * The database says of each target whether it has changed, and sends only those that have: to send all with
 * each batch was a sixth of what an intake cost. The targets of
 * the organization that was used least recently are evicted first.
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
