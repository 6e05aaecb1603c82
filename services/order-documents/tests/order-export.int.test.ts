import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { followUps, orderOf } from './follow-up.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

/** Fills more than one page of 200 orders. */
const COPIES = 450
const ORG_OF_COPIES = 3
/** The columns of an order and of a line that an export had from the beginning. */
const FIRST_COLUMNS = 54

let stack: TestStack
let calls: ReturnType<typeof followUps>
let vendorId: number
let cancelled: string
let replaced: string

const ORDER = /* GraphQL */ `
  id orgId jobId productionListId state kind externalIdentifier purchaseOrderNumber createdAt updatedAt
  vendor { id }
  delivery {
    date window method placementNotes accessNotes
    shipTo { name lines city region postalCode country }
    contact { name phone email }
  }
  cancelledAt cancelledBy cancelReason
  replaces { id } replacedBy { id } changes { id } changeOrders { id }
  orderDocuments { id state }
  orderListItems {
    id name quantity quantityUnits sku color listItemGroupName unitCost pretaxCost taxPercent totalCost
    rejectedReason credits { id } listItem { id }
  }
  distributionOrder {
    id state status rawStatus confirmationNumber failure createdAt updatedAt submittedAt cancelRequestedAt
  }
`

beforeAll(async () => {
  stack = await startTestStack()
  calls = followUps(stack)
  vendorId = await createVendor(stack.database, { orgId: 1, vendorName: 'ABC' })
  cancelled = await place()
  orderOf(await calls.cancel({ id: cancelled, reason: '=1+1' }))
  replaced = await place()
  const delivery = {
    date: '2026-03-20',
    shipTo: { lines: ['12 Oak Street', 'Rear'], city: 'Żółw "East"' },
  }
  const { id, orderListItems } = orderOf(await calls.reorder({ id: replaced, delivery }))
  orderOf(
    await calls.change({
      id,
      credits: [{ orderListItemId: orderListItems[0]?.id, quantity: 6 }],
    }),
  )
  await createDistributionOrder(stack.database, {
    vendorId,
    providerIdentifier: 'abc-supply',
    isSubmitted: true,
  })
})

afterAll(() => stack[Symbol.asyncDispose]())

async function place(): Promise<string> {
  const list = stubList([stubItem(), stubItem({ name: 'Nails, "1 in"' })])
  stack.lists.add(list)
  const { order } = await createDocument(stack, {
    attributes: { productionListId: list.id, vendorId },
    purchaseOrderNumber: 'PO-1',
  })
  return order.id
}

async function get(search: string, token?: string): Promise<Response> {
  const authorization = `Bearer ${token ?? (await stack.token())}`
  return stack.fetch(`/exports/orders?${search}`, { headers: { authorization } })
}

interface Line {
  readonly id: string
  readonly state: string
  readonly updatedAt: string
  readonly orderListItems: readonly { readonly totalCost: number | null; readonly name: string }[]
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

const rowsOf = (text: string) => parse<Record<string, string>>(text, { columns: true })

describe('an export of orders', () => {
  it('as NDJSON has the same fields of every order as the API, the newest first', async () => {
    const response = await get('orgId=1')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="orders-1.ndjson"',
    )
    const { data } = await stack.graphql({
      query: `{ projectManagementOrders(orgId: 1, first: 200) { nodes { ${ORDER} } } }`,
    })
    const { nodes } = data.projectManagementOrders
    expect(nodes).toHaveLength(5)
    expect(linesOf(await response.text())).toEqual(nodes)
    expect(response.headers.get('x-takeoff-warning')).toBeNull()
  })

  it('as CSV has a row for each line with the columns of its order, and no formula', async () => {
    const lines = linesOf(await (await get('orgId=1')).text())
    const rows = rowsOf(await (await get('orgId=1&format=csv')).text())
    // Columns that were added later come last, those of orders before those of lines: programs that read by position go on.
    expect(Object.keys(rows[0] ?? {}).indexOf('cancelledBy')).toBe(FIRST_COLUMNS)
    expect(rows.map(({ id, 'orderListItems.name': name }) => [id, name])).toEqual(
      lines.flatMap(({ id, orderListItems }) => orderListItems.map(({ name }) => [id, name])),
    )
    expect(rows.find(({ id }) => id === cancelled)).toMatchObject({
      state: 'cancelled',
      cancelReason: "'=1+1",
      purchaseOrderNumber: 'PO-1',
      'vendor.id': String(vendorId),
      'delivery.date': '',
      'distributionOrder.id': '',
    })
    expect(rows.find((row) => row['replaces.id'] === replaced)).toMatchObject({
      'delivery.shipTo.lines': '12 Oak Street\nRear',
      'delivery.shipTo.city': 'Żółw "East"',
    })
  })

  it('with updatedSince has the orders changed since then, in the order of the changes', async () => {
    const later = await place()
    const before = new Date()
    orderOf(await calls.cancel({ id: later }))
    const since = encodeURIComponent(before.toISOString())
    expect(linesOf(await (await get(`orgId=1&updatedSince=${since}`)).text())).toMatchObject([
      { id: later, state: 'cancelled' },
    ])
    const all = linesOf(await (await get('orgId=1&updatedSince=2026-01-01T00:00:00Z')).text())
    const times = all.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted((one, other) => (one < other ? -1 : 1)))
  })

  it('hides costs from callers without prices:read, with a warning', async () => {
    const token = await stack.issuer.token({ claims: { org_ids: { 1: ['orders:read'] } } })
    for (const format of ['ndjson', 'csv']) {
      const response = await get(`orgId=1&format=${format}`, token)
      expect(response.headers.get('x-takeoff-warning')).toContain('prices:read')
      const text = await response.text()
      const costs: unknown[] =
        format === 'csv'
          ? rowsOf(text).map((row) => row['orderListItems.totalCost'])
          : linesOf(text).flatMap((line) => line.orderListItems.map(({ totalCost }) => totalCost))
      expect(new Set(costs)).toEqual(new Set([format === 'csv' ? '' : null]))
    }
  })

  it.each([
    ['of another organization', 'orgId=2', undefined, 403],
    ['without the scope', 'orgId=1', 'lists:read', 403],
    ['without orgId', '', undefined, 400],
    ['with a misspelt parameter', 'orgId=1&updatedsince=2026-01-01T00:00:00Z', undefined, 400],
    ['in an unknown format', 'orgId=1&format=xml', undefined, 400],
  ])('%s is refused', async (_what, search, scope, status) => {
    const response = await get(search, await stack.token([1], scope))
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  })

  it('is in the audit log', async () => {
    await (await get('orgId=1&format=csv')).text()
    await expect
      .poll(() => stack.audited.map(({ operation, target }) => [operation, target]), {
        timeout: 10_000,
      })
      .toContainEqual(['/exports/orders', { type: 'export', id: 'orders-1.csv' }])
  })

  it.each(['', '&updatedSince=2026-01-01T00:00:00Z'])(
    'of several pages has each order once%s',
    async (parameters) => {
      await stack.database.query('delete from "order" where org_id = $1', [ORG_OF_COPIES])
      const ownVendorId = await createVendor(stack.database, {
        orgId: ORG_OF_COPIES,
        vendorName: `Vendor ${parameters}`,
      })
      const ids = await stack.database.query<{ id: string }>(
        `insert into "order" (id, org_id, production_list_id, job_id, vendor_id, user_id, kind, created_at, updated_at,
           placement_id)
         select gen_random_uuid(), $1, production_list_id, job_id, $4, user_id, kind,
           created_at + n / 3 * interval '1 millisecond', updated_at + n / 3 * interval '1 millisecond', placement_id
         from "order", generate_series(1, $2::int) n where id = $3 returning id`,
        [ORG_OF_COPIES, COPIES, cancelled, ownVendorId],
      )
      const token = await stack.token([ORG_OF_COPIES])
      const text = await (await get(`orgId=${ORG_OF_COPIES}${parameters}`, token)).text()
      const sent = linesOf(text).map(({ id }) => id)
      expect(sent).toHaveLength(COPIES)
      expect(new Set(sent)).toEqual(new Set(ids.map(({ id }) => id)))
    },
  )
})
