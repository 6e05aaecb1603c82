import { sql as raw } from 'kysely'
import type { Expression, RawBuilder } from 'kysely'

/** `timeOfChange` in a statement that updates rows. */
export function timeOfChangeSql(
  now: Expression<Date>,
  updatedAt: Expression<Date>,
): RawBuilder<Date> {
  return raw<Date>`greatest(${now}, ${updatedAt} + interval '1 millisecond')`
}
