import { startLoop } from '@takeoff/kit/concurrency/loop'
import {
  claimDistributionOrders,
  LEFT_TO_OTHERS_MS,
} from '../db/distribution/claim-distribution-orders.ts'
import type { ClaimedOrder } from '../db/distribution/claim-distribution-orders.ts'
import { waitForWork } from '../wait-for-work.ts'
import { workOnOrder } from './work-on-order.ts'
import type { SubmissionTools } from './work-on-order.ts'

/** Maximum orders of one provider in progress in this process. */
const IN_FLIGHT_MAX_PER_PROVIDER = 8
/** Longest wait between two claims. A commit of this process wakes the worker at once; retries wait for a second or longer. */
const IDLE_MS = 1_000
const LONGEST_RETRY_MS = 1_000
/** With the requests in flight and the waits of the other parts, less than the total time of a stop. */
const STOP_WAIT_MS = 6_000

export interface SubmissionsOptions extends SubmissionTools {
  readonly stopWaitMs?: number
}

/** Submits distribution orders to their providers and polls their status, until it is disposed. */
export interface Submissions extends AsyncDisposable {
  /** Claims due orders at once instead of after the wait. */
  claimNow(): void
}

/** Several workers at once are safe, in one process or many. */
export function startSubmissions(options: SubmissionsOptions): Submissions {
  const engine: Engine = { options, inFlight: new Map(), claimingSince: undefined }
  const loop = startLoop({
    round: async () => {
      const claimed = await claim(engine)
      // Another order of a provider can start when one is done.
      for (const order of claimed) begin(engine, order, () => loop.wake())
      return claimed.length > 0
    },
    idleMs: IDLE_MS,
    longestRetryMs: LONGEST_RETRY_MS,
    onError(error) {
      engine.claimingSince = undefined
      options.logger.error({ err: error }, 'distribution orders could not be claimed')
    },
  })
  return {
    claimNow: () => loop.wake(),
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      // The next process looks up an abandoned order.
      await waitForWork(engine.inFlight.values(), options.stopWaitMs ?? STOP_WAIT_MS)
    },
  }
}

interface Engine {
  readonly options: SubmissionsOptions
  readonly inFlight: Map<ClaimedOrder, Promise<void>>
  /** When the first claim succeeded since the start or the last error, by the monotonic clock. */
  claimingSince: number | undefined
}

async function claim(engine: Engine): Promise<ClaimedOrder[]> {
  const { options, inFlight } = engine
  const claimed = await claimDistributionOrders(options.database, {
    inFlightMax: IN_FLIGHT_MAX_PER_PROVIDER,
    inFlight: countByProvider([...inFlight.keys()]),
    identifiers: options.providers.identifiers,
    takesOthers: hasClaimedForLong(engine),
  })
  engine.claimingSince ??= performance.now()
  return claimed
}

/** After an outage orders were due for long although no process could work on them. */
function hasClaimedForLong({ claimingSince }: Engine): boolean {
  return claimingSince !== undefined && performance.now() - claimingSince >= LEFT_TO_OTHERS_MS
}

function countByProvider(orders: readonly ClaimedOrder[]): Record<string, number> {
  const groups = Map.groupBy(orders, ({ providerIdentifier }) => providerIdentifier)
  return Object.fromEntries([...groups].map(([provider, { length }]) => [provider, length]))
}

function begin(engine: Engine, order: ClaimedOrder, onDone: () => void): void {
  const work = workOrLog(engine, order).finally(() => {
    engine.inFlight.delete(order)
    onDone()
  })
  engine.inFlight.set(order, work)
}

/** After an internal error an order is claimed again when its lease ends. */
async function workOrLog({ options }: Engine, order: ClaimedOrder): Promise<void> {
  try {
    await workOnOrder(order, options)
  } catch (error) {
    const { id: distributionOrderId, providerIdentifier: provider } = order
    options.logger.error(
      { err: error, distributionOrderId, provider },
      'a distribution order waits',
    )
  }
}
