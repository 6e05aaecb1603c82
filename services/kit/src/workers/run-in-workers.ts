import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import type { Logger } from '../logger.ts'
import { run } from '../run.ts'
import type { RunningService } from '../run.ts'
import { readWorkerNumber } from './config.ts'
import { Crew } from './crew.ts'
import type { CrewLimits } from './crew.ts'
import { openLine } from './line.ts'
import { shareHealth } from './share-health.ts'
import type { ShareHealth } from './share-health.ts'

const LIMITS: CrewLimits = {
  startMs: 60_000,
  pulseMs: 1_000,
  missedPulsesMax: 15,
  drainMs: 10_000,
  // The primary has a second left of the time that every process has for its end.
  stopMs: 14_000,
  steadyMs: 10_000,
  failedStartsMax: 5,
}

interface WorkersConfig {
  readonly logLevel: string
  /** 1 for no workers, but this process alone. */
  readonly workers: number
}

/** A service that can hand its port over to its successor. */
export interface DrainableService extends RunningService {
  /** Takes no new connections, and closes the others as `drain` does. */
  drain(limitMs: number): Promise<void>
}

export type StartInWorker<C> = (
  config: C,
  logger: Logger,
  shareHealth: ShareHealth,
) => Promise<DrainableService>

/**
 * Runs a service as `run` does, in as many processes as its configuration says, on one port. SIGHUP replaces them one
 * by one, and no request fails of it.
 */
export async function runInWorkers<C extends WorkersConfig>(
  name: string,
  readConfig: () => C,
  start: StartInWorker<C>,
  limits = LIMITS,
): Promise<void> {
  if (cluster.worker !== undefined)
    return runWorker(cluster.worker, { name, readConfig, start, limits })
  await run(name, readConfig, (config, logger) => {
    if (config.workers === 1) return start(config, logger, (own) => own)
    return startCrew(new Crew({ count: config.workers, limits, logger }))
  })
}

async function startCrew(crew: Crew): Promise<RunningService> {
  // Values of metrics may be no numbers, which JSON cannot say.
  cluster.setupPrimary({ serialization: 'advanced' })
  const renew = (): void => crew.renew()
  process.on('SIGHUP', renew)
  const url = await crew.start()
  return {
    url,
    async [Symbol.asyncDispose]() {
      await crew[Symbol.asyncDispose]()
      process.off('SIGHUP', renew)
    },
  }
}

interface Work<C> {
  readonly name: string
  readonly readConfig: () => C
  readonly start: StartInWorker<C>
  readonly limits: CrewLimits
}

async function runWorker<C extends WorkersConfig>(worker: Worker, work: Work<C>): Promise<void> {
  // Else Node ends this process in the midst of its requests when the primary is gone; run() ends it after them.
  worker.exitedAfterDisconnect = true
  const number = readWorkerNumber()
  const line = openLine({
    send: (message) => void worker.send(message, () => undefined),
    listen: (listener) => void worker.on('message', listener),
  })
  line.answer('alive', () => true)
  const startHere = async (config: C, logger: Logger): Promise<RunningService> => {
    try {
      const service = await work.start(config, logger, (own) => shareHealth(line, own))
      line.answer('drain', () => service.drain(work.limits.drainMs))
      return service
    } catch (error) {
      worker.send({
        type: 'failed',
        reason: error instanceof Error ? error.message : String(error),
      })
      throw error
    }
  }
  await run(work.name, work.readConfig, startHere, { worker: number })
}
