import type { Logger } from '@takeoff/kit/service/logger'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import type { OperationRecorder } from './operation-recorder.ts'
import type { RecordedOperations } from '@takeoff/supergraph/registry/recorded-operations'

export interface RecordingOptions {
  readonly operations: RecordedOperations
  readonly recorder: OperationRecorder
  /** Time between two writes. */
  readonly everyMs: number
  readonly logger: Logger
}

/** Writes the records to their store periodically, and a last time on disposal. */
export function startRecording({
  operations,
  recorder,
  everyMs,
  logger,
}: RecordingOptions): AsyncDisposable {
  const write = (): Promise<void> =>
    recorder.flush((records) => operations.add(records, new Date()))
  const logFailure = (error: unknown): void =>
    logger.warn(
      { err: error },
      'operations not recorded; the counts are retained for the next write',
    )
  const loop = startLoop({
    async round() {
      await write()
      return false
    },
    idleMs: everyMs,
    onError: logFailure,
    longestRetryMs: everyMs,
  })
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await write().catch(logFailure)
    },
  }
}
