import type { AggregateType } from '@takeoff/contracts/aggregate-states'
import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { int4, int4Array, text, timestamptz } from '../postgres/sql-types.ts'
import type { RowOf, Statement } from '../postgres/statement.ts'

/** The columns of `statesSql`. */
export const stateColumns = {
  id: text,
  sequence: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  waiting: int4Array,
}

/** A kind of aggregates, and the statement that reads all of them in the order of their ids. */
export interface StatedType {
  readonly type: AggregateType
  /** Its table, and the column with the number of its newest event. */
  readonly table: string
  readonly sequence: string
  readonly select: Statement<object, RowOf<typeof stateColumns>>
}

/** All aggregates of a type, with those of their events that wait in the outbox. */
export function statesSql(
  type: AggregateType,
  { table, sequence }: { readonly table: string; readonly sequence: string },
): RawBuilder<unknown> {
  return raw`
    select t.id::text as id, t.${raw.ref(sequence)} as sequence, t.created_at as "createdAt", t.updated_at as "updatedAt",
      coalesce(w.sequences, '{}') as waiting
    from ${raw.table(table)} t
    left join (
      select envelope -> 'aggregate' ->> 'id' as id,
        array_agg((envelope -> 'aggregate' ->> 'sequence')::int) as sequences
      from outbox_message
      where envelope -> 'aggregate' ->> 'type' = ${raw.lit(type)}
      group by 1
    ) w on w.id = t.id::text
    order by t.id`
}
