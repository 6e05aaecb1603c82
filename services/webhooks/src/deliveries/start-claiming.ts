import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '@takeoff/kit/postgres/sql'
import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import type { Loop } from '@takeoff/kit/concurrency/loop'
import { claimDeliveries } from './leases/claim-deliveries.ts'
import type { Claim, ClaimOptions } from './leases/claim-deliveries.ts'
import type { DeliveryMetrics } from './metrics/delivery-metrics.ts'
import type { EndpointQueues } from './leases/endpoint-queues.ts'
import type { LeaseHolder } from './leases/leased-delivery.ts'
import type { SerialQueue } from './serial-queue.ts'

const WAIT_MIN_MS = 5
const WAIT_MAX_MS = 250
const WAIT_HELD_MS = 1_000
const RETRY_MAX_MS = 1_000
/** A full queue takes longer than this to drain. */
const FULL_WAIT_MS = 20
/** A claim of fewer deliveries is not cheaper. */
const CLAIM_ROOM_MIN = 64

export interface ClaimingOptions {
  readonly sql: Sql
  readonly logger: Logger
  readonly metrics: Pick<DeliveryMetrics, 'claimed'>
  /** They receive the claimed deliveries. */
  readonly queues: EndpointQueues
  readonly holder: () => LeaseHolder
  readonly leasing: SerialQueue
  /** Whether sending is suspended. */
  readonly isHeld: () => boolean
  /** Called with the webhooks whose due deliveries are undeliverable. */
  readonly onUndeliverable: (webhookIds: readonly number[]) => void
}

/** Claims due deliveries, one claim after the other. */
export interface Claiming extends Loop {
  /** Due deliveries were left because there was no room for them. */
  readonly isMoreDue: boolean
}

export function startClaiming(options: ClaimingOptions): Claiming {
  const { logger, queues, leasing, isHeld } = options
  let isMoreDue = false
  let waitMs = WAIT_MIN_MS
  let isIdle = false

  /** Passes once over all subscriptions; the next round follows at once, or after a wait that grows while idle. */
  const round = async (stopping: AbortSignal): Promise<boolean> => {
    let after = 0
    let hasFound = false
    let isFull = false
    while (!stopping.aborted) {
      if (isHeld()) return false
      await queues.waitForRoom(CLAIM_ROOM_MIN)
      if (queues.room === 0) {
        isMoreDue = true
        continue
      }
      const from = after
      const claim = await leasing(() => claimNext(options, { after: from, isIdle }))
      isIdle = claim.deliveries.length === 0
      hasFound ||= claim.deliveries.length > 0
      isFull ||= claim.full
      after = claim.next
      if (after === 0) break
    }
    isMoreDue = isFull
    waitMs = hasFound ? WAIT_MIN_MS : Math.min(WAIT_MAX_MS, waitMs * 2)
    // Each event for a full queue wakes the loop; a claim per event would cost much and find little.
    if (isFull && !hasFound) await sleep(FULL_WAIT_MS)
    return hasFound
  }
  const loop = startLoop({
    round,
    idleMs: () => (isHeld() ? WAIT_HELD_MS : waitMs),
    longestRetryMs: RETRY_MAX_MS,
    onError: (error) => logger.error({ err: error }, 'deliveries could not be claimed'),
  })
  return {
    get isMoreDue() {
      return isMoreDue
    },
    wake: () => loop.wake(),
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}

/** Claims deliveries and adds them to the queues. */
async function claimNext(
  options: ClaimingOptions,
  { after, isIdle }: Required<Pick<ClaimOptions, 'after' | 'isIdle'>>,
): Promise<Claim> {
  const { sql, metrics, queues, holder, onUndeliverable } = options
  const limit = queues.room
  if (limit === 0) return { deliveries: [], next: after, full: true, expired: 0, undeliverable: [] }
  const begunAt = performance.now()
  const claim = await claimDeliveries(sql, { holder: holder(), after, limit, isIdle })
  metrics.claimed({
    deliveries: claim.deliveries.length,
    expired: claim.expired,
    seconds: (performance.now() - begunAt) / 1000,
  })
  queues.take(claim.deliveries)
  onUndeliverable(claim.undeliverable)
  return claim
}
