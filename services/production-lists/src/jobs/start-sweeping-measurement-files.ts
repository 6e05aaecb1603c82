import { startLoop } from '@takeoff/kit/concurrency/loop'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Logger } from '@takeoff/kit/service/logger'
import { deleteAbandonedFiles } from '../db/measurement-files/save-measurement-file.ts'

const SWEEP_EVERY_MS = 600_000
/** At most 100 MB for one statement. */
const BATCH_SIZE = 20

export interface MeasurementFileSweep {
  readonly database: Database
  readonly logger: Logger
  readonly now: () => Date
}

/** Periodically deletes files that were not imported within a day, until it is disposed. */
export function startSweepingMeasurementFiles(sweep: MeasurementFileSweep): AsyncDisposable {
  return startLoop({
    round: () => sweepMeasurementFiles(sweep),
    idleMs: SWEEP_EVERY_MS,
    onError: (error) => sweep.logger.warn({ err: error }, 'measurement files could not be swept'),
  })
}

/** Deletes a batch of them. Returns whether there may be more. */
export async function sweepMeasurementFiles({
  database,
  logger,
  now,
}: MeasurementFileSweep): Promise<boolean> {
  const deleted = await deleteAbandonedFiles(database, { now: now(), limit: BATCH_SIZE })
  if (deleted > 0) logger.info({ deleted }, 'measurement files without an import swept')
  return deleted === BATCH_SIZE
}
