import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { Logger } from '@takeoff/kit/service/logger'
import { Piscina } from 'piscina'
import type { Logo } from '../domain/brand/read-logo.ts'
import type { OrderDocumentModel } from '../rendering/document-model.ts'
import type { PictureSize } from '../rendering/layout/sheet.ts'
import {
  RenderingFailedError,
  RenderingQueueFullError,
  RenderingTimeoutError,
} from './rendering-errors.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

/** A document of 5,000 lines takes a second or two; one that takes this long is stuck, or has far more text. */
const RENDERING_LIMIT_MS = 30_000
/** Less than the total time that a service may take to stop. */
const CLOSING_LIMIT_MS = 10_000
/** A document of 5,000 lines needs about 150; a runaway one must not end the whole process. */
const HEAP_MB_MAX = 512
/** Saves 80 MB compared with Node's default, and costs no time. */
const YOUNG_HEAP_MB_MAX = 64
/** Share of the tasks, running and waiting, that one organization may have. */
const ORGANIZATION_SHARE = 1 / 4

/** Both files of an order document. */
export interface RenderedDocument {
  readonly pdf: Uint8Array
  readonly csv: Uint8Array
}

export interface RendererOptions {
  /** Documents that are rendered at the same time. */
  readonly threads: number
  /** Documents that may wait in addition. */
  readonly queueMax: number
  readonly logger: Pick<Logger, 'error'>
  /** Timeout of one document from its start, in milliseconds. */
  readonly limitMs?: number
  /** Longest time that closing waits for running tasks, in milliseconds. */
  readonly closingLimitMs?: number
  readonly heapMbMax?: number
  /** The module that renders. */
  readonly worker?: URL
}

/** Warms the threads up. */
const NO_ORGANIZATION = 0

/** A task of a thread: an export of the worker's module. */
type Task = 'render' | 'measureLogo' | 'warmUp'

/**
 * Renders in separate threads, so that a large document does not delay other requests. Organizations that wait for a
 * thread get it in turn.
 */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions
  readonly #capacity: number
  readonly #pool: Piscina
  /** The pool's own queue does not count tasks with a time limit, nor report when a task begins. */
  readonly #semaphore: FairSemaphore
  readonly #underWay = new Set<Promise<unknown>>()
  #isClosed = false

  constructor(options: RendererOptions) {
    const { threads, queueMax, logger } = options
    this.#options = options
    this.#capacity = threads + queueMax
    this.#pool = openPool(options)
    this.#semaphore = new FairSemaphore({ slots: threads })
    this.#pool.on('error', (error) => logger.error({ err: error }, 'a rendering thread failed'))
  }

  /** Number of further documents that would be accepted now. */
  room(): number {
    return Math.max(0, this.#capacity - this.#underWay.size)
  }

  /**
   * Checks before the work begins whether so many more documents of an organization would be accepted: it may have a
   * quarter of those that are rendered and wait. The count is capped at that: there is room for every order of an
   * organization that has no other, whose documents are then rendered one by one. There is always room for none.
   * @throws RenderingQueueFullError
   */
  requireRoom(orgId: number, documents: number): void {
    if (documents === 0) return
    const organizationMax = Math.ceil(this.#capacity * ORGANIZATION_SHARE)
    const own = this.#semaphore.heldBy(orgId) + this.#semaphore.waitingOf(orgId)
    const needed = Math.min(documents, organizationMax)
    if (Math.min(this.room(), organizationMax - own) < needed) throw new RenderingQueueFullError()
  }

  /**
   * Never refuses: the caller checks for room before it places an order, and an order needs its document,
   * however many were accepted at the same moment.
   * @throws RenderingTimeoutError when this document takes too long; no other is affected
   * @throws RenderingFailedError when it takes too much memory; no other is affected
   */
  async render(orgId: number, model: OrderDocumentModel): Promise<RenderedDocument> {
    return (await this.#queue(orgId, 'render', model)) as RenderedDocument
  }

  /**
   * The size at which documents would draw a logo before it is fitted to the page; null when they would leave
   * it out. The call waits in the queue as a document does.
   * @throws RenderingQueueFullError when there is no room
   */
  async measureLogo(orgId: number, logo: Logo): Promise<PictureSize | null> {
    this.requireRoom(orgId, 1)
    return (await this.#queue(orgId, 'measureLogo', logo)) as PictureSize | null
  }

  /** Starts the threads, which load code and fonts; otherwise the first documents wait for that. */
  async warmUp(): Promise<void> {
    const { threads, logger } = this.#options
    try {
      const warmUps = Array.from({ length: threads }, () =>
        this.#semaphore.run(NO_ORGANIZATION, () => this.#run('warmUp')),
      )
      await Promise.all(warmUps)
    } catch (error) {
      logger.error({ err: error }, 'the renderer could not be warmed up')
    }
  }

  async #queue(orgId: number, name: Task, what: OrderDocumentModel | Logo): Promise<unknown> {
    const work = this.#semaphore.run(orgId, () => this.#run(name, what))
    this.#underWay.add(work)
    try {
      return await work
    } finally {
      this.#underWay.delete(work)
    }
  }

  async #run(name: Task, what?: OrderDocumentModel | Logo): Promise<unknown> {
    if (this.#isClosed) throw new RenderingFailedError('The service is stopping.')
    const { limitMs = RENDERING_LIMIT_MS } = this.#options
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    try {
      return await this.#pool.run(what, { name, signal: limit.signal })
    } catch (error) {
      throw limit.signal.aborted ? timeoutAfter(limitMs, error) : failureOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { closingLimitMs = CLOSING_LIMIT_MS } = this.#options
    const done = Promise.allSettled(this.#underWay)
    await Promise.race([done, delay(closingLimitMs, undefined, { ref: false })])
    this.#isClosed = true
    await this.#pool.destroy()
  }
}

const timeoutAfter = (limitMs: number, cause: unknown): RenderingTimeoutError =>
  new RenderingTimeoutError(`It took longer than ${limitMs / 1000} s.`, { cause })

const failureOf = (cause: unknown): RenderingFailedError =>
  new RenderingFailedError(errorMessage(cause), { cause })

/** Threads start with the first task, and one that ended is replaced with the next. */
function openPool({ threads, worker = WORKER, heapMbMax = HEAP_MB_MAX }: RendererOptions): Piscina {
  return new Piscina({
    filename: fileURLToPath(worker),
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: Infinity,
    // Threads must not inherit flags of this process, such as those of a test runner.
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMbMax,
      maxYoungGenerationSizeMb: YOUNG_HEAP_MB_MAX,
    },
    // Otherwise an idle thread blocks on a lock instead of waiting for a message, to gain microseconds.
    atomics: 'disabled',
    recordTiming: false,
  })
}

const WORKER = new URL('./worker.ts', import.meta.url)
