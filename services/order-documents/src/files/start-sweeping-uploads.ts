import { startLoop } from '@takeoff/kit/concurrency/loop'
import { sweepUploads } from './sweep-uploads.ts'
import type { UploadSweep } from './sweep-uploads.ts'

const SWEEP_EVERY_MS = 60_000

/** Sweeps periodically, until it is disposed. */
export function startSweepingUploads(sweep: UploadSweep): AsyncDisposable {
  return startLoop({
    async round(signal) {
      await sweepUploads(sweep, { signal })
      return false
    },
    idleMs: SWEEP_EVERY_MS,
    onError: (error) => sweep.logger.warn({ err: error }, 'uploads could not be swept'),
  })
}
