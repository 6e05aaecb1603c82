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
import { createTargetCache } from './leases/target-cache.ts'
import type { TargetCache } from './leases/target-cache.ts'
import { createSerialQueue } from './serial-queue.ts'
import type { SerialQueue } from './serial-queue.ts'
import { startWorkerRegistry } from './leases/worker-registry.ts'

/** An intake for fewer leaves much to the claim. */
const INGEST_ROOM_MIN = 256

export interface DeliveriesOptions extends AttemptTools {
  readonly database: Database
  readonly metrics: DeliveryMetrics
  /** Most deliveries leased at once in this process. */
  readonly inFlightMax: number
  /** How long a stop waits for requests under way before it gives them back. */
  readonly stopWaitMs: number
}

/** The engine: claims due deliveries, attempts them and writes what came of it, until it is disposed. */
export interface Deliveries extends AsyncDisposable {
  /** Something may be due: looks now instead of after its wait. */
  wake(): void
  /**
   * Keeps room for deliveries that `lease` takes for this process, and begins with them when it resolves. In a
   * rush it waits a moment for room: what waits with the carrier costs less than what waits in the table.
   */
  beginWith<T extends { readonly leased: readonly LeasedDelivery[] }>(
    lease: (offer: LeaseOffer) => Promise<T>,
  ): Promise<T>
}

/** What may be attempted at once by this process. */
export interface LeaseOffer {
  readonly holder: LeaseHolder
  /** Most deliveries it has room for; may be 0. */
  readonly room: number
  /** Where to send them, as far as that is known. */
  readonly targets: TargetCache
}

export async function startDeliveries(options: DeliveriesOptions): Promise<Deliveries> {
  const { database: sql, logger, metrics } = options
  const wake = (): void => claiming.wake()
  const registry = await startWorkerRegistry({
    sql,
    logger,
    onFreed: (freed) => {
      metrics.freed(freed)
      wake()
    },
  })
  const sending = startSending({
    ...options,
    sql,
    perWebhook: () => shareOf(IN_FLIGHT_MAX_PER_WEBHOOK, registry.count),
    onPromoted: wake,
  })
  const { queues } = sending
  const holder = (): LeaseHolder => ({
    worker: registry.id,
    workers: registry.count,
    leased: queues.leased,
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
    onPromoted: wake,
  })
  const intake: Intake = { sending, claiming, holder, leasing, targets: createTargetCache() }
  return {
    wake,
    beginWith: (lease) => beginWith(intake, lease),
    async [Symbol.asyncDispose]() {
      await Promise.all([claiming, promoting].map((loop) => loop[Symbol.asyncDispose]()))
      await cancelling[Symbol.asyncDispose]()
      await sending[Symbol.asyncDispose]()
      await registry[Symbol.asyncDispose]()
    },
  }
}

/** What the intake shares with the claims. */
interface Intake {
  readonly sending: Sending
  readonly claiming: Claiming
  readonly holder: () => LeaseHolder
  /** What two statements lease at once could pass the bound of a webhook: they take turns. */
  readonly leasing: SerialQueue
  readonly targets: TargetCache
}

async function beginWith<T extends { readonly leased: readonly LeasedDelivery[] }>(
  intake: Intake,
  lease: (offer: LeaseOffer) => Promise<T>,
): Promise<T> {
  const { holder, leasing, targets } = intake
  const { queues } = intake.sending
  await queues.waitForRoom(INGEST_ROOM_MIN)
  return leasing(async () => {
    const result = await lease({ holder: holder(), room: roomForNew(intake), targets })
    queues.take(result.leased)
    return result
  })
}

function roomForNew({ sending, claiming }: Intake): number {
  if (sending.isHeld) return 0
  const { room } = sending.queues
  // Half of it is for what was due before.
  return claiming.isMoreDue ? Math.ceil(room / 2) : room
}
