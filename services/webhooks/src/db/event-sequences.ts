import { sql as raw } from 'kysely'
import { int4Array, text, timestamptz } from '@takeoff/kit/postgres/sql-types'
import type { Params, RowOf } from '@takeoff/kit/postgres/statement'
import { plainStatement } from './statements.ts'

const columns = { id: text, sequences: int4Array, receivedAt: timestamptz }

/** The events of an aggregate: their numbers, ascending, and when the last one arrived. */
export type EventSequences = RowOf<typeof columns>

/** Of all aggregates of a type, in the order of `compareAggregateIds`. The number 0 is that of events of `webhookTest`. */
export const selectEventSequences = plainStatement(
  columns,
  ($: Params<{ readonly type: string }>) => raw`
    select aggregate_id as id, array_agg(sequence::int order by sequence) as sequences,
      max(received_at) as "receivedAt"
    from domain_event where aggregate_type = ${$.type} and sequence > 0
    group by aggregate_id order by length(aggregate_id), aggregate_id collate "C"`,
)
