import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { deleteUploads, lockOrphanUploads } from '../db/documents/orphan-uploads.ts'
import { waitForWork } from '../wait-for-work.ts'
import type { FileStore } from './file-store.ts'
import { startLoop } from '@takeoff/kit/concurrency/loop'
import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'

/** Small, because the rows of a batch stay locked while their bytes are deleted. */
const BATCH_SIZE = 20
/** Longer than rendering and storing may take, with a margin for processes that were paused. */
const GRACE_SECONDS = 300
/** The transaction is open meanwhile, and PostgreSQL ends one in which nothing happens for 30 s. */
const DELETE_TIMEOUT_MS = 10_000
const STOP_WAIT_MS = 1_000
const ENDLESS = new AbortController().signal

export interface UploadSweep {
  readonly database: Database
  readonly store: Pick<FileStore, 'delete'>
  readonly logger: Logger
}

export interface SweptUploads {
  readonly deleted: number
  /** The store did not delete them; a later sweep tries again. */
  readonly left: number
  /** The key behind which the next sweep begins, so that files that cannot be deleted do not keep it from others. */
  readonly next: string
}

/**
 * Deletes the uploads of attempts that died or were superseded: the bytes first, then the row that
 * records them, so that a crash in between leaves a row and never unrecorded bytes. Several
 * processes may sweep at once.
 * @param signal ends the sweep after the current batch
 */
export async function sweepUploads(
  sweep: UploadSweep,
  { signal = ENDLESS, after = '', ...limits }: SweepOptions = {},
): Promise<SweptUploads> {
  let deleted = 0
  let left = 0
  let next = after
  while (!signal.aborted) {
    const batch = await sweepBatch(sweep, next, limits)
    deleted += batch.deleted
    left += batch.left
    next = batch.last ?? ''
    // A store that refuses everything is retried by the next sweep, not for every file.
    if (batch.deleted === 0) break
  }
  if (deleted + left > 0) sweep.logger.info({ deleted, left }, 'uploads without a document swept')
  return { deleted, left, next }
}

export interface SweepOptions {
  readonly graceSeconds?: number
  readonly deleteTimeoutMs?: number
  readonly signal?: AbortSignal
  /** Sweeps only the keys behind this one. */
  readonly after?: string
}

async function sweepBatch(
  { database, store, logger }: UploadSweep,
  after: string,
  { graceSeconds = GRACE_SECONDS, deleteTimeoutMs = DELETE_TIMEOUT_MS }: SweepOptions,
): Promise<Omit<SweptUploads, 'next'> & { readonly last: string | undefined }> {
  return database.transaction(async (sql) => {
    const keys = await lockOrphanUploads(sql, { after, limit: BATCH_SIZE, graceSeconds })
    const outcomes = await Promise.allSettled(
      keys.map((key) => withTimeout(deleteTimeoutMs, store.delete(key), 'no response in time')),
    )
    const deleted = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue
      logger.warn({ err: outcome.reason, key: keys[index] }, 'an upload could not be deleted')
    }
    if (deleted.length > 0) await deleteUploads(sql, deleted)
    return { deleted: deleted.length, left: keys.length - deleted.length, last: keys.at(-1) }
  })
}

const SWEEP_EVERY_MS = 60_000

/** Sweeps periodically, until it is disposed. */
export function startSweepingUploads(sweep: UploadSweep): AsyncDisposable {
  let after = ''
  const loop = startLoop({
    async round(signal) {
      after = (await sweepUploads(sweep, { signal, after })).next
      return false
    },
    idleMs: SWEEP_EVERY_MS,
    onError: (error) => sweep.logger.warn({ err: error }, 'uploads could not be swept'),
  })
  // A batch that is cut off leaves its rows to another sweep.
  return { [Symbol.asyncDispose]: () => waitForWork([loop[Symbol.asyncDispose]()], STOP_WAIT_MS) }
}
