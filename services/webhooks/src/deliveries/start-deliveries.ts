import type { Database } from '@takeoff/kit/database'
import { createWaker } from '@takeoff/kit/waker'
import type { Waker } from '@takeoff/kit/waker'
import { attemptDelivery } from './attempt-delivery.ts'
import type { AttemptTools } from './attempt-delivery.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import { releaseLeases } from './release-leases.ts'
import { createResultWriter } from './result-writer.ts'
import type { ResultWriter } from './result-writer.ts'

const WAIT_MIN_MS = 5
const WAIT_MAX_MS = 250
const WAIT_AFTER_ERROR_MS = 1_000
const FULL_WAIT_MS = 60_000

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
}

export function startDeliveries(options: DeliveriesOptions): Deliveries {
  const engine: Engine = {
    options,
    waker: createWaker(),
    writer: createResultWriter(options.database, options.logger),
    inFlight: new Map(),
    stopping: new AbortController(),
    aborting: new AbortController(),
  }
  const looping = loop(engine)
  return {
    wake: () => engine.waker.wake(),
    async [Symbol.asyncDispose]() {
      engine.stopping.abort()
      engine.waker.wake()
      await looping
      await finish(engine)
    },
  }
}

interface Engine {
  readonly options: DeliveriesOptions
  readonly waker: Waker
  readonly writer: ResultWriter
  readonly inFlight: Map<ClaimedDelivery, Promise<void>>
  /** No more claims. */
  readonly stopping: AbortController
  /** No more patience with receivers. */
  readonly aborting: AbortController
}

async function loop(engine: Engine): Promise<void> {
  let after = 0
  let waitMs = WAIT_MIN_MS
  while (!engine.stopping.signal.aborted) {
    const free = engine.options.inFlightMax - engine.inFlight.size
    if (free <= 0) {
      await engine.waker.wait(FULL_WAIT_MS)
      continue
    }
    const claim = await claimOrLog(engine, after, free)
    const begunAt = after
    after = claim?.next ?? 0
    for (const delivery of claim?.deliveries ?? []) begin(engine, delivery)
    if (claim !== undefined && claim.deliveries.length > 0) {
      waitMs = WAIT_MIN_MS
    } else if (claim === undefined) {
      await engine.waker.wait(WAIT_AFTER_ERROR_MS)
    } else if (after === 0 && begunAt === 0) {
      // A whole round without finding anything: wait, and longer each time.
      await engine.waker.wait(waitMs)
      waitMs = Math.min(WAIT_MAX_MS, waitMs * 2)
    }
  }
}

async function claimOrLog({ options }: Engine, after: number, limit: number) {
  try {
    return await claimDeliveries(options.database, { after, limit })
  } catch (error) {
    options.logger.error({ err: error }, 'deliveries could not be claimed')
    return undefined
  }
}

function begin(engine: Engine, delivery: ClaimedDelivery): void {
  const attempt = run(engine, delivery).finally(() => {
    engine.inFlight.delete(delivery)
    // There is room again, in the process and for the subscription.
    engine.waker.wake()
  })
  engine.inFlight.set(delivery, attempt)
}

async function run(
  { options, writer, aborting }: Engine,
  delivery: ClaimedDelivery,
): Promise<void> {
  const result = await attemptDelivery(delivery, options, aborting.signal)
  if (result === undefined) {
    await releaseOrLog(options, delivery)
    return
  }
  options.metrics.attempted(result)
  options.logger.debug(
    {
      deliveryId: delivery.id,
      webhookId: delivery.webhookId,
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
  { id, fence }: ClaimedDelivery,
): Promise<void> {
  try {
    await releaseLeases(database, [{ deliveryId: id, fence }])
  } catch (error) {
    // Its lease ends by itself.
    logger.warn({ err: error, deliveryId: id }, 'a delivery could not be given back')
  }
}

/** Waits for what is under way, but not for ever; what is stopped is sent again by the next process. */
async function finish({ options, inFlight, aborting, writer }: Engine): Promise<void> {
  const abort = setTimeout(() => aborting.abort(), options.stopWaitMs)
  await Promise.all(inFlight.values())
  clearTimeout(abort)
  await writer.drained()
  await options.sender[Symbol.asyncDispose]()
}
