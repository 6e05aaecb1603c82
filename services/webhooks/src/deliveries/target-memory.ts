import type { Target } from './leased-delivery.ts'

/** Each takes half a kilobyte. */
const REMEMBERED_MAX = 10_000
/**
 * Twice as many as an organization may have: deleted ones stay until others take their place. Each intake tells the
 * database the versions of all; with those of 9,000 it took 23 ms instead of 2.
 */
const OF_ORG_MAX = 100

/** Targets as this process has read them last. */
export interface TargetMemory {
  /** Those of webhooks of these organizations, by webhook id. */
  of(orgIds: ReadonlySet<number>): ReadonlyMap<number, Target>
  /** In place of what is known of the same webhooks. */
  remember(targets: readonly Target[]): void
}

/**
 * The database says of each target whether it has changed, and sends only those that have: to send all with
 * each batch was a sixth of what an intake cost. Of too many those are forgotten whose organization came first.
 */
export function createTargetMemory(max: number = REMEMBERED_MAX): TargetMemory {
  const byOrg = new Map<number, Map<number, Target>>()
  let count = 0

  const put = (target: Target): void => {
    const targets = byOrg.get(target.orgId) ?? new Map<number, Target>()
    count -= targets.size
    if (target.version === null) targets.delete(target.webhookId)
    else targets.set(target.webhookId, target)
    if (targets.size > OF_ORG_MAX) forgetFirst(targets)
    count += targets.size
    if (targets.size === 0) byOrg.delete(target.orgId)
    else byOrg.set(target.orgId, targets)
  }
  const forgetOldest = (): void => {
    for (const [orgId, { size }] of byOrg) {
      if (count <= max) return
      byOrg.delete(orgId)
      count -= size
    }
  }

  return {
    of: (orgIds) => new Map([...orgIds].flatMap((orgId) => [...(byOrg.get(orgId) ?? [])])),
    remember(targets) {
      for (const target of targets) put(target)
      forgetOldest()
    },
  }
}

function forgetFirst(targets: Map<number, Target>): void {
  const [first] = targets.keys()
  if (first !== undefined) targets.delete(first)
}
