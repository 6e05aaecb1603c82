import type { Database } from '@takeoff/kit/database'
import { startLoop } from '@takeoff/kit/loop'
import { createWaker } from '@takeoff/kit/waker'
import type { Waker } from '@takeoff/kit/waker'
import { attemptDelivery } from './attempt-delivery.ts'
import type { AttemptTools } from './attempt-delivery.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { Claim } from './claim-deliveries.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { createInFlight } from './in-flight.ts'
import type { InFlight } from './in-flight.ts'
import type { LeasedDelivery, LeaseHolder } from './leased-delivery.ts'
import { promoteAllHeads } from './promote-heads.ts'
import { releaseLeases } from './release-leases.ts'
import { createResultWriter } from './result-writer.ts'
import type { ResultWriter } from './result-writer.ts'
import { createTurns } from './turns.ts'
import type { Turns } from './turns.ts'
import { startWorkerRegistry } from './worker-registry.ts'
import type { WorkerRegistry } from './worker-registry.ts'

const WAIT_MIN_MS = 5
const WAIT_MAX_MS = 250
const WAIT_AFTER_ERROR_MS = 1_000
/** A claim for fewer costs as much; an intake for fewer leaves much to the claim. */
const ROOM_MIN = 64
/** How often parked deliveries are looked for that a killed process left behind. */
const PROMOTE_EVERY_MS = 5_000

export interface DeliveriesOptions extends AttemptTools {
  readonly database: Database
  readonly metrics: DeliveryMetrics
  /** Most requests under way in this process. */
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
  const engine: Engine = {
    options,
    waker,
    registry,
    writer: createResultWriter({
      sql: database,
      logger,
      onWritten: (written) => {
        metrics.wrote({ ...written, disabled: written.disabled.length })
        if (written.promoted > 0) waker.wake()
      },
    }),
    inFlight: createInFlight(options.inFlightMax),
    leasing: createTurns(),
    isMoreDue: false,
    stopping: new AbortController(),
    aborting: new AbortController(),
  }
  const claiming = claimUntilStopped(engine)
  const promoting = startLoop({
    round: async () => {
      if ((await promoteAllHeads(database)) > 0) waker.wake()
      return false
    },
    idleMs: PROMOTE_EVERY_MS,
    onError: (error) => logger.warn({ err: error }, 'parked deliveries could not be looked for'),
  })
  return {
    wake: () => waker.wake(),
    beginWith: (lease) => beginWith(engine, lease),
    async [Symbol.asyncDispose]() {
      engine.stopping.abort()
      waker.wake()
      await Promise.all([claiming, promoting[Symbol.asyncDispose]()])
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
  readonly inFlight: InFlight
  /** What two statements lease at once could pass the bound of a webhook: they take turns. */
  readonly leasing: Turns
  /** Something due was left because there was no room for it: look again as soon as there is. */
  isMoreDue: boolean
  /** No more claims. */
  readonly stopping: AbortController
  /** No more patience with receivers. */
  readonly aborting: AbortController
}

function holderOf({ registry, inFlight }: Engine): LeaseHolder {
  return { worker: registry.id, others: registry.others, underWay: inFlight.byWebhook }
}

async function beginWith<T extends { readonly leased: readonly LeasedDelivery[] }>(
  engine: Engine,
  lease: (offer: LeaseOffer) => Promise<T>,
): Promise<T> {
  const { inFlight, stopping } = engine
  await inFlight.waitForRoom(ROOM_MIN)
  return engine.leasing(async () => {
    const free = stopping.signal.aborted ? 0 : inFlight.room
    // Half of it is for what was due before.
    const room = engine.isMoreDue ? Math.ceil(free / 2) : free
    const result = await lease({ holder: holderOf(engine), room })
    for (const delivery of result.leased) begin(engine, delivery)
    return result
  })
}

async function claimUntilStopped(engine: Engine): Promise<void> {
  let after = 0
  let waitMs = WAIT_MIN_MS
  let hasFound = false
  let isFull = false
  while (!engine.stopping.signal.aborted) {
    await engine.inFlight.waitForRoom(ROOM_MIN)
    if (engine.inFlight.room === 0) {
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
    if (!hasFound) await engine.waker.wait(waitMs)
    hasFound = false
    isFull = false
  }
}

/** Begins with what it claims; undefined when it could not. */
async function claimOrLog(engine: Engine, after: number): Promise<Claim | undefined> {
  const { options } = engine
  const limit = engine.inFlight.room
  if (limit === 0) return { deliveries: [], next: after, full: true, expired: 0 }
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
    for (const delivery of claim.deliveries) begin(engine, delivery)
    return claim
  } catch (error) {
    options.logger.error({ err: error }, 'deliveries could not be claimed')
    return undefined
  }
}

function begin(engine: Engine, delivery: LeasedDelivery): void {
  const attempt = run(engine, delivery).finally(() => {
    if (engine.isMoreDue) engine.waker.wake()
  })
  engine.inFlight.add(delivery, attempt)
}

async function run({ options, writer, aborting }: Engine, delivery: LeasedDelivery): Promise<void> {
  const result = await attemptDelivery(delivery, options, aborting.signal)
  if (result === undefined) {
    await releaseOrLog(options, delivery)
    return
  }
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
  await writer.write(result)
}

async function releaseOrLog(
  { database, logger }: DeliveriesOptions,
  { id, fence, target }: LeasedDelivery,
): Promise<void> {
  try {
    await releaseLeases(database, [{ webhookId: target.webhookId, deliveryId: id, fence }])
  } catch (error) {
    // Its lease ends by itself.
    logger.warn({ err: error, deliveryId: id }, 'a delivery could not be given back')
  }
}

/** Waits for what is under way, but not for ever; what is stopped is sent again by the next process. */
async function finish({ options, inFlight, aborting, writer }: Engine): Promise<void> {
  const abort = setTimeout(() => aborting.abort(), options.stopWaitMs)
  await inFlight.ended()
  clearTimeout(abort)
  await writer.drained()
  await options.sender[Symbol.asyncDispose]()
}
