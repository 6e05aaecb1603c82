import { createBackOff } from '../back-off.ts'
import type { Logger } from '../logger.ts'
import { createWaker } from '../waker.ts'
import type { WorkerMetrics } from './share-health.ts'
import { startWorker } from './worker-process.ts'
import type { WorkerLimits, WorkerProcess } from './worker-process.ts'

/** Less than a worker waits for the answer to all of it. */
const ANSWER_LIMIT_MS = 2_500
const LOOK_AROUND_MS = 60_000

export interface CrewLimits extends WorkerLimits {
  /** After a worker that ended sooner, the next one starts after a wait, longer each time. */
  readonly steadyMs: number
  /** So many starts that fail in a row while nothing serves are the end of all. */
  readonly failedStartsMax: number
}

export interface CrewOptions {
  readonly count: number
  readonly limits: CrewLimits
  readonly logger: Logger
}

/** Keeps so many workers serving: one that ends is replaced, and all can be renewed one by one. */
export class Crew implements AsyncDisposable {
  readonly #options: CrewOptions
  readonly #numbers = new Set<number>()
  readonly #serving = new Set<WorkerProcess>()
  readonly #leaving = new Set<WorkerProcess>()
  readonly #stopping = new AbortController()
  readonly #waker = createWaker()
  readonly #backOff = createBackOff()
  #outdated: readonly WorkerProcess[] = []
  #isSteady = true
  #failedStarts = 0
  #supervision: Promise<void> | undefined

  constructor(options: CrewOptions) {
    this.#options = options
  }

  /**
   * Starts all workers at once; those that do not come are tried again.
   * @returns the address they serve
   * @throws Error when none comes
   */
  async start(): Promise<string> {
    const { count, logger } = this.#options
    const starts = await Promise.allSettled(Array.from({ length: count }, () => this.#add()))
    const [serving] = this.#serving
    const reasons = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []))
    if (serving === undefined) throw noWorkerError(reasons[0])
    for (const err of reasons) logger.error({ err }, 'a worker could not be started')
    this.#isSteady = reasons.length === 0
    // It fails when nothing can be served any more; unhandled, that ends this process.
    this.#supervision = this.#supervise()
    return serving.url
  }

  /** Replaces every worker of now. A new one serves before an old one stops to. */
  renew(): void {
    this.#outdated = [...this.#serving]
    this.#waker.wake()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort()
    this.#waker.wake()
    await Promise.all([...this.#serving, ...this.#leaving].map((worker) => worker.stop()))
    await this.#supervision
  }

  async #supervise(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const [old] = this.#outdated
      if (this.#serving.size < this.#options.count) await this.#refill()
      else if (old !== undefined && this.#leaving.size === 0) await this.#replace(old)
      else await this.#waker.wait(LOOK_AROUND_MS)
    }
  }

  async #refill(): Promise<void> {
    const { limits, logger } = this.#options
    const { signal } = this.#stopping
    if (!this.#isSteady) await this.#backOff.wait(signal)
    if (signal.aborted) return
    try {
      await this.#add()
      this.#failedStarts = 0
    } catch (error) {
      if (signal.aborted) return
      this.#isSteady = false
      this.#failedStarts += 1
      const isHopeless = this.#serving.size === 0 && this.#failedStarts >= limits.failedStartsMax
      if (isHopeless) throw noWorkerError(error)
      logger.error({ err: error }, 'a worker could not be started; it is tried again')
    }
  }

  async #replace(old: WorkerProcess): Promise<void> {
    const { signal } = this.#stopping
    try {
      // One that has ended by itself has been replaced then.
      if (this.#serving.has(old)) await this.#add()
    } catch (error) {
      if (signal.aborted) return
      this.#outdated = []
      this.#options.logger.error(
        { err: error },
        'no new worker could be started; the old ones go on',
      )
      return
    }
    this.#outdated = this.#outdated.filter((worker) => worker !== old)
    if (!this.#serving.delete(old)) return
    this.#leaving.add(old)
    void old.retire()
  }

  async #add(): Promise<void> {
    const { limits } = this.#options
    const { signal } = this.#stopping
    const number = this.#takeNumber()
    const answers = {
      'ready of all': () => this.#requireReady(),
      'metrics of all': () => this.#collectMetrics(),
    }
    const isAnotherServing = () => [...this.#serving].some((other) => other.number !== number)
    const start = startWorker({ number, limits, answers, isAnotherServing, stopping: signal })
    const worker = await start.catch((error: unknown) => {
      this.#numbers.delete(number)
      throw error
    })
    const servesSince = performance.now()
    this.#serving.add(worker)
    void worker.ended.then((how) => this.#noteEnd(worker, how, performance.now() - servesSince))
    if (signal.aborted) await worker.stop()
  }

  #noteEnd(worker: WorkerProcess, how: string, servedMs: number): void {
    this.#numbers.delete(worker.number)
    this.#leaving.delete(worker)
    if (this.#serving.delete(worker) && !this.#stopping.signal.aborted) {
      this.#options.logger.error({ worker: worker.number, how }, 'a worker ended; it is replaced')
      this.#isSteady = servedMs >= this.#options.limits.steadyMs
      if (this.#isSteady) this.#backOff.reset()
    }
    this.#waker.wake()
  }

  /** @throws Error of a worker that takes connections and is not ready */
  async #requireReady(): Promise<void> {
    await Promise.all([...this.#serving].map(({ line }) => line.ask('ready', ANSWER_LIMIT_MS)))
  }

  #collectMetrics(): Promise<WorkerMetrics[]> {
    const all = [...this.#serving, ...this.#leaving].toSorted((a, b) => a.number - b.number)
    return Promise.all(
      all.map(async ({ line, number }) => {
        const answer = await line.ask('metrics', ANSWER_LIMIT_MS).catch(() => undefined)
        return { worker: number, metrics: answer as WorkerMetrics['metrics'] }
      }),
    )
  }

  /** The lowest that is free, so that numbers stay small and those who watch them find them again. */
  #takeNumber(): number {
    let number = 1
    while (this.#numbers.has(number)) number += 1
    this.#numbers.add(number)
    return number
  }
}

/** A log line ends with the cause's message. */
function noWorkerError(cause: unknown): Error {
  return new Error('No worker can be started', { cause })
}
