import { sql as raw } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** `timeOfChange` in a statement that updates jobs. */
export function timeOfChangeSql(now: Expression<Date>): RawBuilder<Date> {
  return raw<Date>`greatest(${now}, job.updated_at + interval '1 millisecond')`
}
