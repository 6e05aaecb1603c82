import { setTimeout as delay } from 'node:timers/promises'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { DOCUMENT_CHANGED } from '../fleet/differences.ts'
import { openScene } from '../fleet/scene.ts'
import type { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import type { ExpectedEvent } from './load.ts'

const WRITING_MS = 5_000
const AFTER_MS = 3_000
/** On one machine a standby has nearly everything, so before each loss it gets nothing for so long. */
const BEHIND_MS = [0, 50, 200, 500, 1_000]

/** What one loss of the primary cost with an asynchronous standby. */
export interface Loss {
  /** For how long the standby had received nothing. */
  readonly behindMs: number
  readonly acknowledged: number
  readonly lost: number
  /** How long before the loss of the primary the oldest lost write was acknowledged. */
  readonly windowMs: number
}

/**
 * Kills all processes of the primary under load, when nothing has reached the standby for some time, promotes, and counts the
 * acknowledged writes that are gone. Without network namespaces the standby is never behind.
 */
export async function measureLosses(
  cluster: Cluster,
  options: {
    readonly promotions: number
    readonly writesPerSecond: number
    readonly readsPerSecond: number
    readonly random: () => number
    readonly onLoss: (loss: Loss) => void
  },
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const databases = await openOwnDatabases(stack, cluster.databases)
  const scene = await openScene(stack, cluster)
  const { network, postgres } = cluster
  for (let n = 0; n < options.promotions; n += 1) {
    const behindMs = network.hasPartitions ? (BEHIND_MS[n % BEHIND_MS.length] ?? 0) : 0
    const load = new Load({ ...options, ...scene })
    await delay(WRITING_MS)
    const { primary, standby } = postgres
    if (behindMs > 0) await network.drop(primary.host, standby.host)
    await delay(behindMs)
    await primary.fence()
    const lostAt = performance.now()
    await postgres.promote()
    await network.heal(primary.host)
    await delay(AFTER_MS)
    await load[Symbol.asyncDispose]()
    const lost = await lostWrites(databases, load.events)
    options.onLoss({
      behindMs,
      acknowledged: load.events.length,
      lost: lost.length,
      windowMs: Math.max(0, ...lost.map(({ acknowledgedAt }) => lostAt - acknowledgedAt)),
    })
    await postgres.renewStandby()
  }
}

async function lostWrites(
  databases: OwnDatabases,
  writes: readonly ExpectedEvent[],
): Promise<ExpectedEvent[]> {
  const revisions = await databases['production-lists'].query<{ list: number; version: number }>(
    'select list_id as list, version from production_list_revision',
  )
  const documents = await databases['order-documents'].query<{ id: string }>(
    'select id::text from order_document',
  )
  // The nth update of a list makes version n + 1, and its creation is the first event of another kind.
  const found = new Set([
    ...revisions.map(({ list, version }) => `list ${list} ${version}`),
    ...documents.map(({ id }) => `document ${id}`),
  ])
  return writes.filter((write) => !found.has(keyOf(write)))
}

function keyOf({ event, id, nth }: ExpectedEvent): string {
  if (event === DOCUMENT_CHANGED) return `document ${id}`
  return `list ${id} ${event.endsWith('created') ? 1 : nth + 1}`
}
