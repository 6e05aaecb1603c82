import { sql as raw } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/**
 * Later than the change before, also when this one waited for the lock of the job, or the clock of the process is behind:
 * a copy keeps the version with the latest time.
 */
export function timeOfChange({ updatedAt }: { readonly updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))
}

/** The same in a statement that updates jobs. */
export function timeOfChangeSql(now: Expression<Date>): RawBuilder<Date> {
  return raw<Date>`greatest(${now}, job.updated_at + interval '1 millisecond')`
}
