import { Worker } from 'node:worker_threads'
import type { QueryPlan } from '@apollo/query-planner'
import type { Logger } from '@takeoff/kit/service/logger'
import type { AppError } from '@takeoff/kit/values/errors'
import { GraphQLError } from 'graphql'
import { CpuLimit } from './cpu-limit.ts'
import type { OperationText } from './operation-planner.ts'
import type { DocumentError } from '../../documents/document-errors.ts'
import type { DocumentLimits } from '../../documents/document-limits.ts'
import { OperationTooComplexError, PlannerUnavailableError } from './planning-errors.ts'
import type { Task, TaskReply, TaskRequest, TaskResult } from './planning-protocol.ts'

const ENTRY = new URL('./planning-worker.ts', import.meta.url)
const QUEUE_MAX = 100
/** A document waits for an operation that takes as long as it may, and for other documents; its check is short. */
export const CHECK_WAIT_MS = 5_000
/** Time for the operations queued behind one that is refused, and for documents that are checked in between. */
const QUEUE_MARGIN_MS = 1_000
const MEMORY_MB = 1_024
/** Small, so that a thread without work holds little garbage. */
const YOUNG_GENERATION_MB = 16

export interface PlanningThreadOptions {
  /** CPU time that the planning of one operation, and the check of one document, may take. */
  readonly timeoutMs: number
  readonly logger: Pick<Logger, 'warn'>
  /** Heap of the thread. An operation that needs more is refused. */
  readonly memoryMb?: number
  /** The program of the thread. */
  readonly entry?: URL
}

interface Job extends PromiseWithResolvers<TaskResult | undefined> {
  readonly request: TaskRequest
  readonly enqueuedAt: number
}

/**
 * Validates documents and plans operations in a thread, one after the other, because neither yields: one operation may take
 * minutes. Such a thread is terminated, and the operation refused. Its replacement is started before that, when
 * planning takes longer than usual, so that the next operation does not have to wait for it; it stays until needed.
 */
export class PlanningThread implements AsyncDisposable {
  readonly #options: PlanningThreadOptions
  readonly #queue: Job[] = []
  #requests = 0
  #worker: Worker | undefined
  #replacement: Worker | undefined
  #running: Job | undefined
  #limit: CpuLimit | undefined
  #timer: NodeJS.Timeout | undefined
  #isDisposed = false

  constructor(options: PlanningThreadOptions) {
    this.#options = options
  }

  /** Longest time from a request to its plan or refusal. */
  get waitMs(): number {
    return this.#options.timeoutMs + QUEUE_MARGIN_MS
  }

  /**
   * @throws OperationTooComplexError when planning exceeds time or memory
   * @throws PlannerUnavailableError when the queue is full, or the wait in it too long, or when the thread dies
   * @throws GraphQLError when there is no plan
   */
  async plan(supergraphSdl: string, operation: OperationText): Promise<QueryPlan> {
    return (await this.#enqueue(supergraphSdl, { kind: 'plan', operation })) as QueryPlan
  }

  /**
   * The errors of a document; none when it may be executed.
   * @throws OperationTooComplexError, PlannerUnavailableError as `plan` does
   */
  async check(
    supergraphSdl: string,
    document: string,
    limits: DocumentLimits,
  ): Promise<readonly DocumentError[]> {
    const task: Task = { kind: 'check', document, limits }
    return (await this.#enqueue(supergraphSdl, task)) as readonly DocumentError[]
  }

  /** Builds the planner of a supergraph ahead of its first operation. */
  async prepare(supergraphSdl: string): Promise<void> {
    await this.#enqueue(supergraphSdl, undefined)
  }

  #enqueue(supergraphSdl: string, task: Task | undefined): Promise<TaskResult | undefined> {
    const isFull = task !== undefined && this.#queue.length >= QUEUE_MAX
    if (this.#isDisposed || isFull) return Promise.reject(new PlannerUnavailableError())
    const request = { id: (this.#requests += 1), supergraphSdl, task }
    const outcome = Promise.withResolvers<TaskResult | undefined>()
    this.#queue.push({ ...outcome, request, enqueuedAt: performance.now() })
    this.#next()
    return outcome.promise
  }

  #next(): void {
    if (this.#running !== undefined) return
    const job = this.#queue.shift()
    if (job === undefined) return
    if (this.#isExpired(job)) {
      job.reject(new PlannerUnavailableError())
      this.#next()
      return
    }
    this.#running = job
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage(job.request)
  }

  /** The clients of an operation have received their refusal already. */
  #isExpired({ request: { task }, enqueuedAt }: Job): boolean {
    if (task === undefined) return false
    const waitMs = task.kind === 'plan' ? this.waitMs : CHECK_WAIT_MS
    return performance.now() - enqueuedAt > waitMs
  }

  #start(): Worker {
    const { entry = ENTRY, memoryMb = MEMORY_MB } = this.#options
    const resourceLimits = {
      maxOldGenerationSizeMb: memoryMb,
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
    }
    const worker = new Worker(entry, { name: 'planning', resourceLimits })
    worker.unref()
    worker.on('message', (reply: TaskReply) => {
      if (reply.id === this.#running?.request.id) this.#receive(reply, this.#running, worker)
    })
    const onEnd = (error: Error): void => {
      if (worker === this.#worker) this.#died(error)
      if (worker === this.#replacement) this.#replacement = undefined
    }
    worker.on('error', onEnd)
    worker.on('exit', () => onEnd(new Error('The planning thread has ended.')))
    return worker
  }

  #receive(reply: TaskReply, { request, resolve, reject }: Job, worker: Worker): void {
    if (reply.kind === 'begun') {
      const { timeoutMs: limitMs } = this.#options
      const onExceeded = (): void => this.#refuseTask('too long')
      this.#limit = new CpuLimit({ worker, before: reply.cpu, limitMs, onExceeded })
      // Checks are short: on a busy machine, the start of a second thread would delay what follows them.
      if (request.task?.kind === 'check') return
      this.#timer = setTimeout(() => this.#startReplacement(request.supergraphSdl), limitMs / 4)
      return
    }
    this.#finish()
    if (reply.kind === 'done') resolve(reply.result)
    else reject(new GraphQLError(reply.message, { extensions: { code: reply.code } }))
    this.#next()
  }

  #startReplacement(supergraphSdl: string): void {
    if (this.#replacement !== undefined) return
    this.#replacement = this.#start()
    const request: TaskRequest = { id: 0, supergraphSdl, task: undefined }
    this.#replacement.postMessage(request)
  }

  #died(error: Error): void {
    const isTooLarge = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isTooLarge) this.#refuseTask('too much memory')
    else this.#refuse(error.message, new PlannerUnavailableError())
  }

  #refuseTask(what: 'too long' | 'too much memory'): void {
    if (this.#running?.request.task?.kind === 'check')
      this.#refuse(`the check of a document takes ${what}`, OperationTooComplexError.ofCheck())
    else this.#refuse(`planning takes ${what}`, new OperationTooComplexError())
  }

  #refuse(reason: string, error: AppError): void {
    const job = this.#finish()
    const task = job?.request.task
    const operationName = task?.kind === 'plan' ? task.operation.operationName : undefined
    this.#options.logger.warn({ operationName, reason }, 'planning thread replaced')
    void terminate(this.#worker)
    this.#worker = this.#replacement
    this.#replacement = undefined
    job?.reject(error)
    this.#next()
  }

  #finish(): Job | undefined {
    clearTimeout(this.#timer)
    this.#limit?.[Symbol.dispose]()
    // An idle thread does not keep the process running.
    this.#worker?.unref()
    const job = this.#running
    this.#running = undefined
    return job
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    for (const job of [this.#finish(), ...this.#queue.splice(0)])
      job?.reject(new PlannerUnavailableError())
    await Promise.all([terminate(this.#worker), terminate(this.#replacement)])
  }
}

async function terminate(worker: Worker | undefined): Promise<void> {
  worker?.removeAllListeners()
  // The end of a thread that fails while it ends is not an error.
  worker?.on('error', () => undefined)
  await worker?.terminate()
}
