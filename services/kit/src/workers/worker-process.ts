import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { within } from '../within.ts'
import { workerEnvironment } from './config.ts'
import { openLine } from './line.ts'
import type { Line } from './line.ts'
import { passOnUntaken } from './untaken-connections.ts'

export interface WorkerLimits {
  /** From the start until it serves. */
  readonly startMs: number
  /** Every so often a worker is asked whether it lives. */
  readonly pulseMs: number
  /** So many questions without an answer, and it is killed. */
  readonly missedPulsesMax: number
  /** For connections to send their last request. */
  readonly drainMs: number
  /** For requests under way, after which it is killed. */
  readonly stopMs: number
}

export interface WorkerStart {
  readonly number: number
  readonly limits: WorkerLimits
  /** What the primary knows when the worker asks. */
  readonly answers: Readonly<Record<string, () => unknown>>
  /** Whether connections can be given to another worker. */
  readonly isAnotherServing: () => boolean
  /** Ends the start. */
  readonly stopping: AbortSignal
}

/** A worker that serves, as the primary sees it. */
export interface WorkerProcess {
  readonly number: number
  readonly url: string
  readonly line: Line
  /** Resolves with what ended it. */
  readonly ended: Promise<string>
  /** Lets it finish the requests it has; it takes no new connections. */
  retire(): Promise<void>
  /** Lets it finish the requests under way. */
  stop(): Promise<void>
}

type Notice =
  | { readonly type: 'ready'; readonly url: string }
  | { readonly type: 'failed'; readonly reason: string }

/**
 * Starts a worker and waits until it serves.
 * @throws Error that says why it does not
 */
export async function startWorker({
  number,
  limits,
  answers,
  isAnotherServing,
  stopping,
}: WorkerStart): Promise<WorkerProcess> {
  const worker = cluster.fork(workerEnvironment(number))
  passOnUntaken(worker, isAnotherServing)
  const line = openLine({
    // A worker that is gone hears nothing, and its end is told otherwise.
    send: (message) => void worker.send(message, () => undefined),
    listen: (listener) => void worker.on('message', listener),
  })
  for (const [question, answer] of Object.entries(answers)) line.answer(question, answer)
  const ended = once(worker, 'exit').then(([code, signal]: (string | number | null)[]) =>
    signal === null ? `exit code ${code}` : `${signal}`,
  )
  const url = await untilReady(worker, { ended, limits, stopping })
  const stopPulse = keepPulse(worker, line, limits)
  void ended.then(stopPulse)

  async function stop(): Promise<void> {
    worker.process.kill('SIGTERM')
    const kill = setTimeout(() => worker.process.kill('SIGKILL'), limits.stopMs)
    await ended
    clearTimeout(kill)
  }

  return {
    number,
    url,
    line,
    ended,
    stop,
    async retire() {
      // One that hangs is stopped all the same.
      await Promise.race([line.ask('drain', limits.drainMs * 2), ended]).catch(() => undefined)
      await stop()
    },
  }
}

interface Start extends Pick<WorkerStart, 'limits' | 'stopping'> {
  readonly ended: Promise<string>
}

async function untilReady(worker: Worker, { ended, limits, stopping }: Start): Promise<string> {
  const kill = (): void => void worker.process.kill('SIGKILL')
  stopping.addEventListener('abort', kill)
  let reason: string | undefined
  const ready = new Promise<string>((resolve) => {
    worker.on('message', (notice: Notice) => {
      if (notice.type === 'ready') resolve(notice.url)
      if (notice.type === 'failed') reason = notice.reason
    })
  })
  const failed = ended.then((how) => {
    throw new Error(reason ?? `it ended with ${how}`)
  })
  try {
    const late = `it did not serve within ${limits.startMs} ms`
    return await within(limits.startMs, Promise.race([ready, failed]), late)
  } catch (error) {
    kill()
    throw error
  } finally {
    stopping.removeEventListener('abort', kill)
  }
}

/** Kills a worker whose event loop stands still. Questions are counted, not time: the primary may have slept as well. */
function keepPulse(worker: Worker, line: Line, limits: WorkerLimits): () => void {
  let missed = 0
  const beat = async (): Promise<void> => {
    if (missed >= limits.missedPulsesMax) worker.process.kill('SIGKILL')
    missed += 1
    await line.ask('alive', limits.pulseMs * limits.missedPulsesMax)
    missed = 0
  }
  const pulse = setInterval(() => void beat().catch(() => undefined), limits.pulseMs)
  return () => clearInterval(pulse)
}
