import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@takeoff/kit/database'
import { startLoop } from '@takeoff/kit/loop'
import { createWaker } from '@takeoff/kit/waker'
import type { Waker } from '@takeoff/kit/waker'
import { attemptDelivery } from './attempt-delivery.ts'
import type { AttemptTools } from './attempt-delivery.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Claim } from './claim-deliveries.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { createLanes } from './lanes.ts'
import type { Lanes } from './lanes.ts'
import { IN_FLIGHT_MAX_PER_WEBHOOK, shareOf } from './leased-delivery.ts'
import type { LeasedDelivery, LeaseHolder } from './leased-delivery.ts'
import { promoteAllHeads } from './promote-heads.ts'
import { releaseLeases } from './release-leases.ts'
import { createResultWriter } from './result-writer.ts'
import type { ResultWriter } from './result-writer.ts'
import { startWithdrawing } from './start-withdrawing.ts'
import type { Withdrawing } from './start-withdrawing.ts'
import { createTargetMemory } from './target-memory.ts'
import type { TargetMemory } from './target-memory.ts'
import { createTurns } from './turns.ts'
import type { Turns } from './turns.ts'
import { startWorkerRegistry } from './worker-registry.ts'
import type { WorkerRegistry } from './worker-registry.ts'

const WAIT_MIN_MS = 5
const WAIT_MAX_MS = 250
const WAIT_AFTER_ERROR_MS = 1_000
/** A lane that is full takes longer than this to run empty. */
const FULL_WAIT_MS = 20
/** A claim for fewer costs as much. */
const CLAIM_ROOM_MIN = 64
/** An intake for fewer leaves much to the claim. */
const INTAKE_ROOM_MIN = 256
/** How often parked deliveries are looked for that a killed process left behind. */
const PROMOTE_EVERY_MS = 5_000
/** A look that takes long, 1 s for 100,000 aggregates, is followed by this many times as long without one. */
const PROMOTE_PAUSE = 20

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
  readonly targets: TargetMemory
}

export async function startDeliveries(options: DeliveriesOptions): Promise<Deliveries> {
  const { database, logger, metrics } = options
  const waker = createWaker()
  const registry = await startWorkerRegistry({
    sql: database,
    logger,
    onFreed: (freed) => {
      metrics.freed(freed)
      waker.wake()
    },
  })
  const laneSize = (): number => shareOf(IN_FLIGHT_MAX_PER_WEBHOOK, registry.count)
  const aborting = new AbortController()
  const engine: Engine = {
    options,
    waker,
    registry,
    writer: createResultWriter({
      sql: database,
      logger,
      laneSize,
      givingUp: aborting.signal,
      onWritten: (written) => {
        metrics.wrote({ ...written, disabled: written.disabled.length })
        if (written.promoted > 0) waker.wake()
      },
    }),
    lanes: createLanes({
      max: options.inFlightMax,
      perWebhook: laneSize,
      run: (delivery) => run(engine, delivery),
      release: (deliveries) => releaseOrLog(options, deliveries),
    }),
    targets: createTargetMemory(),
    withdrawing: startWithdrawing(database, logger),
    leasing: createTurns(),
    isMoreDue: false,
    stopping: new AbortController(),
    aborting,
  }
  const claiming = claimUntilStopped(engine)
  let promoteTookMs = 0
  const promoting = startLoop({
    round: async () => {
      const begunAt = performance.now()
      if (registry.isEldest && (await promoteAllHeads(database)) > 0) waker.wake()
      promoteTookMs = performance.now() - begunAt
      return false
    },
    idleMs: () => Math.max(PROMOTE_EVERY_MS, promoteTookMs * PROMOTE_PAUSE),
    onError: (error) => logger.warn({ err: error }, 'parked deliveries could not be looked for'),
  })
  return {
    wake: () => waker.wake(),
    beginWith: (lease) => beginWith(engine, lease),
    async [Symbol.asyncDispose]() {
      engine.stopping.abort()
      waker.wake()
      await Promise.all([claiming, promoting[Symbol.asyncDispose]()])
      await engine.withdrawing[Symbol.asyncDispose]()
      await finish(engine)
      await registry[Symbol.asyncDispose]()
    },
  }
}

interface Engine {
  readonly options: DeliveriesOptions
  readonly waker: Waker
  readonly registry: WorkerRegistry
  readonly writer: ResultWriter
  readonly lanes: Lanes
  readonly targets: TargetMemory
  readonly withdrawing: Withdrawing
  /** What two statements lease at once could pass the bound of a webhook: they take turns. */
  readonly leasing: Turns
  /** Something due was left because there was no room for it: new events leave it half of what there is. */
  isMoreDue: boolean
  /** No more claims. */
  readonly stopping: AbortController
  /** No more patience with receivers, nor with a database that refuses their answers. */
  readonly aborting: AbortController
}

function holderOf({ registry, lanes }: Engine): LeaseHolder {
  return { worker: registry.id, workers: registry.count, leased: lanes.leased }
}

async function beginWith<T extends { readonly leased: readonly LeasedDelivery[] }>(
  engine: Engine,
  lease: (offer: LeaseOffer) => Promise<T>,
): Promise<T> {
  const { lanes } = engine
  await lanes.waitForRoom(INTAKE_ROOM_MIN)
  return engine.leasing(async () => {
    const room = roomForNew(engine)
    const result = await lease({ holder: holderOf(engine), room, targets: engine.targets })
    lanes.take(result.leased)
    return result
  })
}

function roomForNew({ writer, lanes, isMoreDue }: Engine): number {
  if (writer.isFailing) return 0
  // Half of it is for what was due before.
  return isMoreDue ? Math.ceil(lanes.room / 2) : lanes.room
}

async function claimUntilStopped(engine: Engine): Promise<void> {
  let after = 0
  let waitMs = WAIT_MIN_MS
  let hasFound = false
  let isFull = false
  while (!engine.stopping.signal.aborted) {
    if (engine.writer.isFailing) {
      await engine.waker.wait(WAIT_AFTER_ERROR_MS)
      continue
    }
    await engine.lanes.waitForRoom(CLAIM_ROOM_MIN)
    if (engine.lanes.room === 0) {
      engine.isMoreDue = true
      continue
    }
    const from = after
    const claim = await engine.leasing(() => claimOrLog(engine, from))
    if (claim === undefined) {
      await engine.waker.wait(WAIT_AFTER_ERROR_MS)
      continue
    }
    hasFound ||= claim.deliveries.length > 0
    isFull ||= claim.full
    after = claim.next
    if (after !== 0) continue
    // A whole round is over: another one follows at once, or after a wait that grows while nothing is found.
    engine.isMoreDue = isFull
    waitMs = hasFound ? WAIT_MIN_MS : Math.min(WAIT_MAX_MS, waitMs * 2)
    if (!hasFound) {
      // Each event for a full lane wakes; a look for each of them would cost more than it finds.
      if (isFull) await sleep(FULL_WAIT_MS)
      await engine.waker.wait(waitMs)
    }
    hasFound = false
    isFull = false
  }
}

/** Begins with what it claims; undefined when it could not. */
async function claimOrLog(engine: Engine, after: number): Promise<Claim | undefined> {
  const { options, lanes } = engine
  const limit = lanes.room
  if (limit === 0) return { deliveries: [], next: after, full: true, expired: 0, inVain: [] }
  const begunAt = performance.now()
  try {
    const claim = await claimDeliveries(options.database, {
      holder: holderOf(engine),
      after,
      limit,
    })
    options.metrics.claimed({
      deliveries: claim.deliveries.length,
      expired: claim.expired,
      seconds: (performance.now() - begunAt) / 1000,
    })
    lanes.take(claim.deliveries)
    engine.withdrawing.add(claim.inVain)
    return claim
  } catch (error) {
    options.logger.error({ err: error }, 'deliveries could not be claimed')
    return undefined
  }
}

async function run(engine: Engine, delivery: LeasedDelivery): Promise<void> {
  const { options, writer, aborting, lanes } = engine
  const result = await attemptDelivery(delivery, options, aborting.signal)
  if (result === undefined) return releaseOrLog(options, [delivery])
  options.metrics.attempted(delivery, result)
  options.logger.debug(
    {
      deliveryId: delivery.id,
      webhookId: delivery.target.webhookId,
      trace: delivery.trace,
      statusCode: result.statusCode,
      verdict: result.verdict,
    },
    'attempted a delivery',
  )
  const written = writer.write(result)
  if (result.verdict.kind !== 'delivered') lanes.close(delivery.target.webhookId, written)
  await written
}

async function releaseOrLog(
  { database, logger }: DeliveriesOptions,
  deliveries: readonly LeasedDelivery[],
): Promise<void> {
  try {
    await releaseLeases(
      database,
      deliveries.map(({ id, fence, target }) => ({
        webhookId: target.webhookId,
        deliveryId: id,
        fence,
      })),
    )
  } catch (error) {
    // Their leases end by themselves.
    logger.warn({ err: error, deliveries: deliveries.length }, 'deliveries could not be given back')
  }
}

/** Waits for what is under way, but not for ever; what is stopped is sent again by the next process. */
async function finish({ options, lanes, aborting, writer }: Engine): Promise<void> {
  const abort = setTimeout(() => aborting.abort(), options.stopWaitMs)
  await lanes[Symbol.asyncDispose]()
  clearTimeout(abort)
  await writer.drained()
  await options.sender[Symbol.asyncDispose]()
}
