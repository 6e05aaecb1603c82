import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '@takeoff/kit/concurrency/fair-semaphore'
import type { Logger } from '@takeoff/kit/service/logger'
import { errorCode } from '@takeoff/kit/values/caught'
import { RateLimitedError } from '@takeoff/kit/values/errors'
import { Piscina } from 'piscina'
import type { ReadFile } from './read-file.ts'

/**
 * With `WAIT_MS` shorter than the 15 seconds for which the gateway waits, so that callers learn why. A file of 5 MB takes a
 * second, and on a busy machine ten; a report of a house is far smaller.
 */
const READING_LIMIT_MS = 11_000
/** Ten times what the largest file needs; one that needs more must not end the whole process. */
const HEAP_MB_MAX = 512
/** An unused thread ends: files come rarely. */
const IDLE_MS = 60_000
const THREADS = 1
/** Short, so that both limits together stay below that; callers are refused, and try again. */
const WAIT_MS = 3_000
const RETRY_AFTER_SECONDS = 5

const TOO_MUCH: ReadFile = {
  kind: 'unreadable',
  unreadable: {
    code: 'TOO_MUCH',
    message: 'The file takes too long or too much memory to read: it is no report of a house.',
  },
}

/** Reads measurement files in a thread, so that a large one does not delay other requests. */
export interface FileReader extends AsyncDisposable {
  /**
   * What a file holds, or why it cannot be read. Organizations that wait for the thread get it in turn; the bytes are loaded
   * then, so that files that wait take no memory.
   * @param load all other files wait for it
   * @throws RateLimitedError after a wait of three seconds
   */
  read(orgId: number, load: () => Promise<Uint8Array>): Promise<ReadFile>
}

export interface FileReaderOptions {
  readonly logger: Pick<Logger, 'error'>
  /** Longest time for one file. */
  readonly limitMs?: number
  readonly heapMbMax?: number
  /** Longest wait for the files that are read before. */
  readonly waitMs?: number
  /** The module that reads. */
  readonly worker?: URL
}

export function createFileReader({
  logger,
  limitMs = READING_LIMIT_MS,
  heapMbMax = HEAP_MB_MAX,
  waitMs = WAIT_MS,
  worker = new URL('./worker.ts', import.meta.url),
}: FileReaderOptions): FileReader {
  const pool = new Piscina<Uint8Array, ReadFile>({
    filename: fileURLToPath(worker),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // Threads must not inherit flags of this process, such as those of a test runner.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
    // Otherwise an idle thread blocks on a lock instead of waiting for a message.
    atomics: 'disabled',
    recordTiming: false,
  })
  // An error without a listener would end the process: that of a thread which fails when its task has ended already.
  pool.on('error', (error) => logger.error({ err: error }, 'a file reading thread failed'))
  const semaphore = new FairSemaphore({ slots: THREADS })

  async function run(bytes: Uint8Array): Promise<ReadFile> {
    const signal = AbortSignal.timeout(limitMs)
    try {
      return await pool.run(bytes, { signal })
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) return TOO_MUCH
      throw error
    }
  }
  return {
    read: async (orgId, load) => {
      using slot = await semaphore.acquireWithin(orgId, waitMs)
      if (slot === undefined) {
        throw new RateLimitedError(
          `Too many measurement files are being read. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
          RETRY_AFTER_SECONDS,
        )
      }
      return await run(await load())
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY'
