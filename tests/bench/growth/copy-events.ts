import { nameOf } from '@takeoff/webhooks/maintenance/partitions'
import type { Partition, PartitionedTable } from '@takeoff/webhooks/maintenance/partitions'
import { addMonths } from '@takeoff/webhooks/maintenance/months'
import { FIRST_ID, SLOTS, webhookId } from './copied-tables.ts'
import { keepSeed, numbersOf, seedOf } from './loader.ts'
import type { Query } from './loader.ts'
import { DELIVERIES, FIRST_MONTH, REST, SMALL, WEBHOOKS } from './scale.ts'
import type { Part } from './scale.ts'

/** One in this many deliveries has failed. */
const FAILED_EVERY = 50

/**
 * Copies events and deliveries: each event of the seed several times, so that there are `DELIVERIES` of them. They are
 * inserted by organization, subscription, event and time, which is the order of the primary key.
 */
export async function copyEvents(
  query: Query,
  { orgId }: { readonly orgId: number },
  part: Part,
): Promise<void> {
  await query(keepSeed('domain_event', orgId))
  await query(keepSeed('finished_delivery', orgId))
  const [row] = await query(`select count(*)::int as events from ${seedOf('domain_event')}`)
  const { events } = row as { events: number }
  const times = Math.round(DELIVERIES / ((SMALL.units + REST.units) * events * WEBHOOKS))
  const eventNumber = `g.number * ${times}::bigint + n`
  const id = (column: string, number = eventNumber): string =>
    `growth_uuid(g.head, s.${column}, ${number})`
  for (const month of monthsUntilNow()) {
    const inMonth = `g.at >= '${month.toISOString()}' and g.at < '${addMonths(month, 1).toISOString()}'`
    await query(`
      insert into ${place('domain_event', month)}
        (id, org_id, name, occurred_at, received_at, aggregate_type, aggregate_id, sequence, data, trace)
      select ${id('id')}, g.org_id, s.name, g.at, g.at, s.aggregate_type,
        case when s.aggregate_type = 'production-list' then (${FIRST_ID} + g.number)::text
          else growth_uuid(g.head, s.aggregate_id::uuid, g.number)::text end,
        s.sequence * ${times} + n, s.data, s.trace
      from growth_unit g
        cross join generate_series(0, ${times - 1}) n
        cross join lateral (select * from ${seedOf('domain_event')} where g.number is not null) s
      where ${inMonth} and ${numbersOf('unit', part)}`)
    await query(`
      insert into ${place('finished_delivery', month)}
        (webhook_id, event, id, org_id, domain_event_id, state, created_at, finished_at, log, fence)
      select ${webhookId('o.number')}, s.event, ${id('id', `(${eventNumber}) * ${WEBHOOKS} + slot`)}, g.org_id,
        ${id('domain_event_id')},
        case when (g.number + n) % ${FAILED_EVERY} = 0 then 'failed' else s.state end, g.at, g.at, s.log, 0
      from growth_organization o
        ${SLOTS}
        cross join lateral (select * from ${seedOf('finished_delivery')}
          where o.number is not null order by event) s
        cross join lateral (select * from growth_unit g
          where g.organization = o.number and ${inMonth} and s.id is not null order by at) g
        cross join generate_series(0, ${times - 1}) n
      where ${numbersOf('organization', part).replace('g.', 'o.')}`)
  }
}

/** The months of the generated rows, the oldest first. */
export function monthsUntilNow(): Date[] {
  const months: Date[] = []
  for (let month = FIRST_MONTH; month <= new Date(); month = addMonths(month, 1)) months.push(month)
  return months
}

/** The first month is in the default partition, as the rows of an old installation are; the others have their own. */
function place(table: PartitionedTable, month: Date): string {
  const partition: Partition = { table, month }
  return month === FIRST_MONTH ? `${table}_default` : nameOf(partition)
}
