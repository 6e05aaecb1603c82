import { setTimeout as delay } from 'node:timers/promises'
import { sweepUploads } from './sweep-uploads.ts'
import type { UploadSweep } from './sweep-uploads.ts'

const SWEEP_EVERY_MS = 60_000

/** Sweeps now and then, until it is disposed. */
export function startSweepingUploads(sweep: UploadSweep): AsyncDisposable {
  const stopping = new AbortController()
  const done = sweepUntil(stopping.signal, sweep)
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await done
    },
  }
}

async function sweepUntil(signal: AbortSignal, sweep: UploadSweep): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweepUploads(sweep, { signal })
    } catch (error) {
      sweep.logger.warn({ err: error }, 'uploads could not be swept')
    }
    await delay(SWEEP_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}
