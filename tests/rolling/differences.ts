import { setTimeout as delay } from 'node:timers/promises'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { databaseOwners } from '@takeoff/dev-env/service-plans'
import type { Written } from './load.ts'
import type { Receiver } from './receiver.ts'
import { ADDED_COLUMN, tableOf, UNUSED_COLUMN } from './releases/tables.ts'

const DELIVERY_LIMIT_MS = 120_000
const LOOK_MS = 200
const SHOWN_MAX = 10

/** What is read back at the end. */
export interface Outcome {
  readonly databases: OwnDatabases
  readonly orgId: number
  readonly written: Written
  readonly receiver: Receiver
}

/** What is not there as it was acknowledged, in words; empty if all is well. */
export async function differencesOf(outcome: Outcome): Promise<string[]> {
  const differences = [
    ...(await listDifferences(outcome)),
    ...(await orderDifferences(outcome)),
    ...(await schemaDifferences(outcome)),
  ]
  const until = performance.now() + DELIVERY_LIMIT_MS
  let events = eventDifferences(outcome)
  while (events.length > 0 && performance.now() < until) {
    await delay(LOOK_MS)
    events = eventDifferences(outcome)
  }
  return [...differences, ...events.slice(0, SHOWN_MAX)]
}

/** Each version of each list was written once. */
async function listDifferences({ databases, orgId, written }: Outcome): Promise<string[]> {
  const rows = await databases['production-lists'].query<{ id: number; versions: number[] }>(
    `select list_id as id, array_agg(version order by version) as versions
     from production_list_revision where org_id = $1 group by list_id`,
    [orgId],
  )
  const found = new Map(rows.map(({ id, versions }) => [id, versions.join()]))
  const wrong = written.lists.filter(
    ({ id, version }) => found.get(id) !== Array.from({ length: version }, (_, n) => n + 1).join(),
  )
  return [
    ...wrong.slice(0, SHOWN_MAX).map(({ id }) => `list ${id} has versions ${found.get(id)}`),
    ...(found.size === written.lists.length
      ? []
      : [`${found.size} lists, and ${written.lists.length} were acknowledged`]),
  ]
}

/** Each order was placed once, with the document that was acknowledged. */
async function orderDifferences({ databases, orgId, written }: Outcome): Promise<string[]> {
  const rows = await databases['order-documents'].query<{ number: string; ids: string[] }>(
    `select o.purchase_order_number as number, array_agg(d.id::text) as ids
     from "order" o join order_document d on d.order_id = o.id where o.org_id = $1 group by 1`,
    [orgId],
  )
  const found = new Map(rows.map(({ number, ids }) => [number, ids.join()]))
  const wrong = [...written.documents].filter(([number, id]) => found.get(number) !== id)
  return [
    ...wrong.slice(0, SHOWN_MAX).map(([number]) => `order ${number}: ${found.get(number)}`),
    ...(found.size === written.documents.size
      ? []
      : [`${found.size} orders, and ${written.documents.size} were acknowledged`]),
  ]
}

/** Each event arrived, perhaps more than once under its id. */
function eventDifferences({ written, receiver }: Outcome): string[] {
  const expected = [
    ...written.lists.flatMap(({ id, version }) => [
      { event: 'project-management-production-list-created', id, times: 1 },
      { event: 'project-management-production-list-updated', id, times: version - 1 },
    ]),
    ...[...written.documents.values()].map((id) => ({
      event: 'project-management-order-document-state-changed',
      id,
      times: 1,
    })),
  ]
  return expected
    .filter(({ event, id, times }) => receiver.count(event, id) !== times)
    .map(({ event, id, times }) => `${event} of ${id}: ${receiver.count(event, id)} of ${times}`)
}

/** The schema is that of the last release. */
async function schemaDifferences({ databases }: Outcome): Promise<string[]> {
  const differences: string[] = []
  for (const name of databaseOwners) {
    const columns = await databases[name].query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_name = $1 and column_name like 'rolling%'`,
      [tableOf(name).replaceAll('"', '')],
    )
    const [index] = await databases[name].query<{ is_valid: boolean }>(
      'select indisvalid as is_valid from pg_index where indexrelid = to_regclass($1)',
      [`${ADDED_COLUMN}_index`],
    )
    const [filled] = await databases[name].query<{ n: number }>(
      `select count(*)::int as n from ${tableOf(name)} where ${ADDED_COLUMN} is not null`,
    )
    const found = columns.map(({ column_name }) => column_name).join()
    if (found !== ADDED_COLUMN)
      differences.push(`${name} has ${found}; ${ADDED_COLUMN} without ${UNUSED_COLUMN} is right`)
    if (index?.is_valid !== true) differences.push(`${name} lacks its index`)
    if (filled === undefined || filled.n === 0) differences.push(`${name} has changed no row`)
  }
  return differences
}
