import { setTimeout as delay } from 'node:timers/promises'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { Receiver } from './receiver.ts'

const DELIVERY_LIMIT_MS = 120_000
const LOOK_MS = 200
const SHOWN_MAX = 10

export const LIST_CREATED = 'project-management-production-list-created'
export const LIST_UPDATED = 'project-management-production-list-updated'
export const DOCUMENT_CHANGED = 'project-management-order-document-state-changed'

/** A list that was acknowledged, with its newest acknowledged version. */
export interface WrittenList {
  readonly id: number
  version: number
  /** Whether a further version was written is unknown. */
  isUncertain?: boolean
}

/** What was acknowledged, and what may have been written without. */
export interface Acknowledged {
  readonly lists: readonly WrittenList[]
  /** Ids of documents by their purchase order number. */
  readonly documents: ReadonlyMap<string, string>
  /** Names of lists that may exist. */
  readonly uncertainLists: ReadonlySet<string>
  /** Numbers of orders that may exist. */
  readonly uncertainOrders: ReadonlySet<string>
}

/** What is read back at the end. */
export interface Outcome {
  readonly databases: OwnDatabases
  readonly orgId: number
  readonly written: Acknowledged
  readonly receiver: Receiver
}

/** What is not there as it was acknowledged, or not whole, in words; empty if all is well. */
export async function differencesOf(outcome: Outcome): Promise<string[]> {
  const lists = await readLists(outcome)
  const orders = await readOrders(outcome)
  const differences = [
    ...listDifferences(lists, outcome.written),
    ...orderDifferences(orders, outcome.written),
  ]
  const until = performance.now() + DELIVERY_LIMIT_MS
  let events = eventDifferences(lists, orders, outcome.receiver)
  while (events.length > 0 && performance.now() < until) {
    await delay(LOOK_MS)
    events = eventDifferences(lists, orders, outcome.receiver)
  }
  return [...differences, ...events].slice(0, SHOWN_MAX * 3)
}

interface FoundList {
  readonly id: number
  readonly name: string
  readonly version: number
  /** Of its revisions. */
  readonly versions: readonly number[]
  readonly items: number
}

async function readLists({ databases, orgId }: Outcome): Promise<FoundList[]> {
  return databases['production-lists'].query<FoundList>(
    `select l.id, l.name, l.version,
       (select coalesce(array_agg(r.version order by r.version), '{}')
        from production_list_revision r where r.list_id = l.id) as versions,
       (select count(*)::int from list_item i where i.list_id = l.id) as items
     from production_list l where l.org_id = $1`,
    [orgId],
  )
}

/** Each version of each list was written once. */
function listDifferences(
  found: readonly FoundList[],
  { lists, uncertainLists }: Acknowledged,
): string[] {
  const byId = new Map(found.map((list) => [list.id, list]))
  const known = new Set(lists.map(({ id }) => id))
  const differences = lists.flatMap(({ id, version, isUncertain = false }) => {
    const list = byId.get(id)
    const allowed = isUncertain ? [version, version + 1] : [version]
    if (list === undefined) return [`list ${id} is lost`]
    return allowed.includes(list.version)
      ? []
      : [`list ${id} has version ${list.version}, and ${version} was acknowledged`]
  })
  const unknown = found.filter(({ id, name }) => !known.has(id) && !uncertainLists.has(name))
  const halves = found.filter(
    ({ version, versions, items }) =>
      items === 0 || versions.join() !== Array.from({ length: version }, (_, n) => n + 1).join(),
  )
  return [
    ...differences,
    ...unknown.map(({ id }) => `list ${id} was not acknowledged, and is there`),
    ...halves.map(({ id, version, versions, items }) =>
      [
        `list ${id} has version ${version}`,
        `revisions ${versions.join()}`,
        `${items} items`,
      ].join(),
    ),
  ].slice(0, SHOWN_MAX)
}

interface FoundOrder {
  readonly number: string
  readonly ids: readonly string[]
  readonly lines: number
}

async function readOrders({ databases, orgId }: Outcome): Promise<FoundOrder[]> {
  return databases['order-documents'].query<FoundOrder>(
    `select o.purchase_order_number as number, coalesce(array_agg(d.id::text), '{}') as ids,
       coalesce(min((select count(*) from order_list_item i where i.order_id = o.id)), 0)::int as lines
     from "order" o left join order_document d on d.order_id = o.id where o.org_id = $1 group by 1`,
    [orgId],
  )
}

/** Each order was placed once, whole, with the document that was acknowledged. */
function orderDifferences(
  found: readonly FoundOrder[],
  { documents, uncertainOrders }: Acknowledged,
): string[] {
  const byNumber = new Map(found.map((order) => [order.number, order]))
  const wrong = [...documents].flatMap(([number, id]) => {
    const ids = byNumber.get(number)?.ids.join()
    return ids === id ? [] : [`order ${number} has documents ${ids}, and ${id} was acknowledged`]
  })
  const unknown = found.filter(
    ({ number }) => !documents.has(number) && !uncertainOrders.has(number),
  )
  const halves = found.filter(({ ids, lines }) => ids.length !== 1 || lines !== 1)
  return [
    ...wrong,
    ...unknown.map(({ number }) => `order ${number} was not acknowledged, and is there`),
    ...halves.map(({ number, ids, lines }) => `order ${number}: ${ids.join()}, ${lines} lines`),
  ].slice(0, SHOWN_MAX)
}

/** Each event arrived, perhaps more than once under its id. */
function eventDifferences(
  lists: readonly FoundList[],
  orders: readonly FoundOrder[],
  receiver: Receiver,
): string[] {
  const expected = [
    ...lists.flatMap(({ id, version }) => [
      { event: LIST_CREATED, id, times: 1 },
      { event: LIST_UPDATED, id, times: version - 1 },
    ]),
    ...orders.flatMap(({ ids }) => ids.map((id) => ({ event: DOCUMENT_CHANGED, id, times: 1 }))),
  ]
  return expected
    .map((one) => ({ ...one, heard: receiver.arrivals(one.event, one.id).length }))
    .filter(({ times, heard }) => heard !== times)
    .map(({ event, id, times, heard }) => `${event} of ${id}: ${heard} of ${times}`)
    .slice(0, SHOWN_MAX)
}
