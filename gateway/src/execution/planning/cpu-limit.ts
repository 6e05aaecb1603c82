import type { Worker } from 'node:worker_threads'

/**
 * On a busy machine a thread's CPU time grows more slowly than the clock: the wait is up to this many times the limit.
 */
const ELAPSED_FACTOR = 4
/** A remainder of the limit below this is not waited for. */
const REST_MS = 20

export interface CpuLimitOptions {
  readonly worker: Pick<Worker, 'cpuUsage'>
  /** The CPU time that the thread has used before the task. */
  readonly before: NodeJS.CpuUsage
  readonly limitMs: number
  readonly onExceeded: () => void
}

/** Calls `onExceeded` when a task of a thread has used its CPU time, or gets none. Dispose it when the task ends. */
export class CpuLimit implements Disposable {
  readonly #options: CpuLimitOptions
  readonly #begunAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(options: CpuLimitOptions) {
    this.#options = options
    this.#checkAfter(options.limitMs)
  }

  #checkAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#check(), ms)
  }

  async #check(): Promise<void> {
    const { worker, before, limitMs, onExceeded } = this.#options
    const remainingMs = ELAPSED_FACTOR * limitMs - (performance.now() - this.#begunAt)
    if (remainingMs <= 0) return onExceeded()
    // The thread may be in native code, where it does not respond.
    this.#timer = setTimeout(onExceeded, remainingMs)
    // Rejects while the thread ends, as when it is out of memory. The end is reported by an event.
    const used = await worker.cpuUsage(before).catch(() => undefined)
    if (used === undefined || this.#isOver) return
    clearTimeout(this.#timer)
    const restMs = limitMs - (used.user + used.system) / 1000
    if (restMs < REST_MS) onExceeded()
    else this.#checkAfter(restMs)
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}
