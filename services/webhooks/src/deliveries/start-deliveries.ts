import type { Database } from '@takeoff/kit/postgres/database'
import type { AttemptTools } from './attempt-delivery.ts'
import type { DeliveryMetrics } from './metrics/delivery-metrics.ts'
import { IN_FLIGHT_MAX_PER_WEBHOOK } from '../db/leases.ts'
import { shareOf } from './leases/leased-delivery.ts'
import type { LeasedDelivery, LeaseHolder } from './leases/leased-delivery.ts'
import { startClaiming } from './start-claiming.ts'
import type { Claiming } from './start-claiming.ts'
import { startPromoting } from './ordering/start-promoting.ts'
import { startSending } from './start-sending.ts'
import type { Sending } from './start-sending.ts'
import { startCancelling } from './cancel/start-cancelling.ts'
import type { LeaseOffer } from './leases/lease-offer.ts'
import { TargetCache } from './leases/target-cache.ts'
import { createSerialQueue } from './serial-queue.ts'
import type { SerialQueue } from './serial-queue.ts'
import { startWorkerRegistry } from './leases/worker-registry.ts'

/** Share of the deliveries of a process that one organization may hold. */
const ORGANIZATION_SHARE = 1 / 4
/** With less room than this, an ingest leaves many deliveries to the claim. */
const INGEST_ROOM_MIN = 256

export interface DeliveriesOptions extends AttemptTools {
  readonly database: Database
  readonly metrics: DeliveryMetrics
  /** Maximum deliveries leased at once in this process. */
  readonly inFlightMax: number
  /** How long a shutdown waits for requests under way before it releases their leases. */
  readonly stopWaitMs: number
}

/** The engine: claims due deliveries, attempts them and writes the results, until it is disposed. */
export interface Deliveries extends AsyncDisposable {
  /** Claims now instead of after the wait, because deliveries may be due. */
  claimNow(): void
  /**
   * Reserves room for the deliveries that `lease` leases to this process, and starts them when it resolves. Under
   * load it waits briefly for room: waiting in the transport costs less than waiting in the table.
   */
  leaseAndStart<T extends { readonly leased: readonly LeasedDelivery[] }>(
    lease: (offer: LeaseOffer) => Promise<T>,
  ): Promise<T>
}

export async function startDeliveries(options: DeliveriesOptions): Promise<Deliveries> {
  const { database: sql, logger, metrics } = options
  const claimNow = (): void => claiming.wake()
  const registry = await startWorkerRegistry({
    sql,
    logger,
    onFreed: (freed) => {
      metrics.freed(freed)
      claimNow()
    },
  })
  const sending = startSending({
    ...options,
    sql,
    perWebhook: () => shareOf(IN_FLIGHT_MAX_PER_WEBHOOK, registry.count),
    onPromoted: claimNow,
  })
  const { queues } = sending
  const organizationMax = Math.max(1, Math.floor(options.inFlightMax * ORGANIZATION_SHARE))
  const holder = (): LeaseHolder => ({
    worker: registry.id,
    workers: registry.count,
    leased: queues.leased.byWebhook,
    organizations: { leased: queues.leased.byOrganization, max: organizationMax },
  })
  const leasing = createSerialQueue()
  const cancelling = startCancelling(sql, logger)
  const claiming = startClaiming({
    sql,
    logger,
    metrics,
    queues,
    holder,
    leasing,
    isHeld: () => sending.isHeld,
    onUndeliverable: (webhookIds) => cancelling.add(webhookIds),
  })
  const promoting = startPromoting({
    sql,
    logger,
    isEldest: () => registry.isEldest,
    onPromoted: claimNow,
  })
  const state: IngestState = { sending, claiming, holder, leasing, targets: new TargetCache() }
  return {
    claimNow,
    leaseAndStart: (lease) => leaseAndStart(state, lease),
    async [Symbol.asyncDispose]() {
      await Promise.all([claiming, promoting].map((loop) => loop[Symbol.asyncDispose]()))
      await cancelling[Symbol.asyncDispose]()
      await sending[Symbol.asyncDispose]()
      await registry[Symbol.asyncDispose]()
    },
  }
}

/** State that the ingest shares with the claims. */
interface IngestState {
  readonly sending: Sending
  readonly claiming: Claiming
  readonly holder: () => LeaseHolder
  /** Two concurrent statements could together exceed the limit of a webhook, so they are serialized. */
  readonly leasing: SerialQueue
  readonly targets: TargetCache
}

async function leaseAndStart<T extends { readonly leased: readonly LeasedDelivery[] }>(
  state: IngestState,
  lease: (offer: LeaseOffer) => Promise<T>,
): Promise<T> {
  const { holder, leasing, targets } = state
  const { queues } = state.sending
  await queues.waitForRoom(INGEST_ROOM_MIN)
  return leasing(async () => {
    const result = await lease({ holder: holder(), room: roomForNew(state), targets })
    queues.take(result.leased)
    return result
  })
}

function roomForNew({ sending, claiming }: IngestState): number {
  if (sending.isHeld) return 0
  const { room } = sending.queues
  // Half of it is reserved for deliveries that were due before.
  return claiming.isMoreDue ? Math.ceil(room / 2) : room
}
