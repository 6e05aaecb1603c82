import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createDocument } from './create-document.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const ORDER = /* GraphQL */ `
  query ($id: ID!) {
    projectManagementOrder(id: $id) {
      id
      orgId
      jobId
      productionListId
      productionList {
        id
      }
      state
      kind
      purchaseOrderNumber
      delivery {
        date
        window
        method
        shipTo {
          name
          lines
          city
        }
        contact {
          phone
        }
      }
      cancelledAt
      cancelReason
      replaces {
        id
      }
      replacedBy {
        id
      }
      changes {
        id
      }
      changeOrders {
        id
      }
      orderListItems {
        name
        quantity
        quantityUnits
        sku
        color
        listItemGroupName
        unitCost
        pretaxCost
        taxPercent
        totalCost
        rejectedReason
        listItem {
          id
        }
      }
      orderDocuments {
        mode
        language
        paper
        csvPreset
        failure
      }
    }
  }
`

const ORDERS = /* GraphQL */ `
  query (
    $orgId: Int!
    $jobId: Int
    $productionListId: ID
    $vendorId: Int
    $state: String
    $updatedSince: DateTime
    $first: Int
    $after: String
  ) {
    projectManagementOrders(
      orgId: $orgId
      jobId: $jobId
      productionListId: $productionListId
      vendorId: $vendorId
      state: $state
      updatedSince: $updatedSince
      first: $first
      after: $after
    ) {
      nodes {
        id
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`

let stack: TestStack
let roof: StubList
let siding: StubList
/** In the order in which they were created: two from vendor 1 and one from vendor 2 of `roof`, one of `siding`. */
let orders: string[]

beforeAll(async () => {
  stack = await startTestStack()
  await loadDevelopmentData(stack.database)
  roof = stack.lists.addList()
  siding = stack.lists.addList()
  orders = [
    await order(roof, 1),
    await order(roof, 1),
    await order(roof, 2),
    await order(siding, 2),
  ]
})

afterAll(() => stack[Symbol.asyncDispose]())

describe('projectManagementOrder', () => {
  it('returns all fields of an order', async () => {
    const [item] = roof.listItems

    expect(await readOrder(orders[0])).toMatchObject({
      id: orders[0],
      orgId: 1,
      jobId: roof.salesOpportunity.job.id,
      productionListId: roof.id,
      productionList: { id: roof.id },
      state: 'placed',
      kind: 'MATERIAL',
      purchaseOrderNumber: null,
      delivery: null,
      cancelledAt: null,
      cancelReason: null,
      replaces: null,
      replacedBy: null,
      changes: null,
      changeOrders: [],
      orderListItems: [
        {
          name: item?.name,
          quantity: 76,
          quantityUnits: 'BUNDLES',
          sku: item?.SKU,
          color: 'Charcoal',
          listItemGroupName: 'Shingles',
          unitCost: 19.7,
          pretaxCost: 1497.2,
          taxPercent: 7.25,
          totalCost: 1605.75,
          rejectedReason: null,
          listItem: { id: item?.id },
        },
      ],
      orderDocuments: [
        { mode: 'supplier', language: 'en', paper: 'letter', csvPreset: 'default', failure: null },
      ],
    })
  })

  it.each([UNKNOWN_UUID, '', 'x', '1'])('finds nothing for "%s"', async (id) => {
    expect(await readOrder(id)).toBeNull()
  })

  it('accepts an id in capitals', async () => {
    expect(await readOrder(orders[0]?.toUpperCase())).toMatchObject({ id: orders[0] })
  })

  it('shows nothing of another organization', async () => {
    expect(await readOrder(orders[0], await stack.token([2]))).toBeNull()
  })

  it('needs the scope orders:read', async () => {
    const token = await stack.token([1], 'lists:read orders:write')
    const response = await stack.graphql({ query: ORDER, variables: { id: orders[0] }, token })

    expect(response.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  })
})

describe('projectManagementOrders', () => {
  it('returns the orders of an organization, newest first', async () => {
    expect(await idsFor({})).toEqual(made(3, 2, 1, 0))
  })

  it.each<[string, () => object, number[]]>([
    ['a list', () => ({ productionListId: String(roof.id) }), [2, 1, 0]],
    ['a job', () => ({ jobId: siding.salesOpportunity.job.id }), [3]],
    ['a vendor', () => ({ vendorId: 2 }), [3, 2]],
    ['a state', () => ({ state: 'placed' }), [3, 2, 1, 0]],
    ['all of them', () => ({ productionListId: roof.id, vendorId: 1, state: 'placed' }), [1, 0]],
    ['no order', () => ({ state: 'replaced' }), []],
    ['no such list', () => ({ productionListId: '999999' }), []],
    ['a malformed list id', () => ({ productionListId: '1x' }), []],
    ['an empty text for a list', () => ({ productionListId: '' }), []],
    ['no such job', () => ({ jobId: -1 }), []],
    ['another organization’s vendor', () => ({ vendorId: 4 }), []],
  ])('limits them to those of %s', async (_of, filter, expected) => {
    expect(await idsFor(filter())).toEqual(made(...expected))
  })

  it('returns changed orders, the oldest change first', async () => {
    const { updatedAt: since } = (await nodesFor({})).at(-1) ?? {}
    expect(await idsFor({ updatedSince: since })).toEqual(made(0, 1, 2, 3))

    await stack.database.query('update "order" set updated_at = $2 where id = $1', [
      orders[1],
      '2126-01-01',
    ])
    expect(await idsFor({ updatedSince: since })).toEqual(made(0, 2, 3, 1))
    expect(await idsFor({ updatedSince: '2126-01-01T00:00:00.000Z' })).toEqual(made(1))
    expect(await idsFor({ updatedSince: '2126-01-01T00:00:00.001Z' })).toEqual([])
  })

  it.each([{}, { updatedSince: '2020-01-01T00:00:00.000Z' }, { vendorId: 2 }])(
    'come in pages: %j',
    async (filter) => {
      const whole = await idsFor(filter)
      const seen: string[] = []
      let after: string | null = null
      do {
        const page: Page = await pageFor({ ...filter, first: 1, after })
        expect(page.nodes).toHaveLength(1)
        seen.push(...page.nodes.map(({ id }) => id))
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
      } while (after !== null)

      expect(seen).toEqual(whole)
    },
  )

  it.each<[string, object, string]>([
    ['a page of nothing', { first: 0 }, 'first'],
    ['a page too long', { first: 201 }, 'first'],
    ['a malformed cursor', { after: 'x' }, 'after'],
    ['an unknown state', { state: 'lost' }, 'state'],
    ['an empty state', { state: '' }, 'state'],
  ])('refuses %s', async (_what, filter, argument) => {
    const response = await request({ orgId: 1, ...filter })

    expect(response.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })

  it('refuses a cursor of other arguments with a reason', async () => {
    const { endCursor: after } = (await pageFor({ first: 1 })).pageInfo

    for (const filter of [{ vendorId: 2 }, { updatedSince: '2020-01-01T00:00:00.000Z' }]) {
      const { errors } = await request({ orgId: 1, ...filter, after })
      expect(errors?.[0]?.message).toMatch(/^after belongs to a page of other arguments/)
    }
    expect(await idsFor({ first: 2, after })).toEqual(made(2, 1))
  })

  it('has cursors that distribution orders refuse, though the arguments are the same', async () => {
    const { endCursor: after } = (await pageFor({ first: 1 })).pageInfo

    const { errors } = await stack.graphql({
      query: `query ($after: String) {
        projectManagementDistributionOrders(orgId: 1, after: $after) { nodes { id } }
      }`,
      variables: { after },
    })
    expect(errors?.[0]?.message).toMatch(/^after belongs to a page of other arguments/)
  })

  it('shows nothing of another organization', async () => {
    const token = await stack.token([2])

    expect((await request({ orgId: 1 }, token)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
    const own = { orgId: 2, productionListId: String(roof.id) }
    expect((await request(own, token)).data.projectManagementOrders.nodes).toEqual([])
  })

  it('needs the scope orders:read', async () => {
    const response = await request({ orgId: 1 }, await stack.token([1], 'lists:read orders:write'))

    expect(response.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  })
})

interface Page {
  readonly nodes: readonly { readonly id: string; readonly updatedAt: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

async function order({ id }: StubList, vendorId: number): Promise<string> {
  const document = await createDocument(stack, { attributes: { productionListId: id, vendorId } })
  return document.order.id
}

function made(...indexes: readonly number[]): (string | undefined)[] {
  return indexes.map((index) => orders[index])
}

async function readOrder(id: string | undefined, token?: string) {
  const response = await stack.graphql({
    query: ORDER,
    variables: { id },
    token,
  })
  expect(response.errors).toBeUndefined()
  return response.data.projectManagementOrder
}

describe('the lines of orders in one response', () => {
  it('are at most 20,000; more are refused before they are read, and the error names a remedy', async () => {
    const { orderId } = await createDistributionOrder(stack.database, {
      vendorId: 1,
      providerIdentifier: 'abc-supply',
      listItemIds: [100],
      isSubmitted: true,
    })
    const addLines = (first: number, last: number) =>
      stack.database.query(
        `insert into order_list_item
         select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(), 'position', n))).*
         from order_list_item l, generate_series($2::int, $3::int) n where l.order_id = $1 and l.position = 1`,
        [orderId, first, last],
      )
    const reject = (last: number) =>
      stack.database.query(
        `update order_list_item set rejected_reason = 'Discontinued' where order_id = $1 and position between 2 and $2`,
        [orderId, last],
      )
    const read = async (fields: string) => {
      const query = `{ projectManagementOrder(id: "${orderId}") { ${fields} } }`
      return stack.graphql({ query })
    }
    const tooMany = (argument: string) => ({
      message:
        'The requested orders have more than 20000 lines together. Request fewer orders at once, or an export.',
      extensions: { code: 'BAD_USER_INPUT', argument },
    })
    const lines = 'orderListItems { id }'
    const rejected = 'distributionOrder { rejectedLines { rejectedReason } }'

    await addLines(2, 20_000)
    expect((await read(lines)).data.projectManagementOrder.orderListItems).toHaveLength(20_000)
    await addLines(20_001, 20_001)
    expect((await read(lines)).errors?.[0]).toMatchObject(tooMany('orderListItems'))
    // Lines that are not returned do not count.
    await reject(2)
    const { distributionOrder } = (await read(rejected)).data.projectManagementOrder
    expect(distributionOrder.rejectedLines).toEqual([{ rejectedReason: 'Discontinued' }])
    await addLines(20_002, 20_002)
    await reject(20_002)
    expect((await read(rejected)).errors?.[0]).toMatchObject(tooMany('rejectedLines'))
  })
})

async function request(variables: object, token?: string) {
  return stack.graphql({
    query: ORDERS,
    variables: { ...variables },
    token,
  })
}

async function pageFor(filter: object): Promise<Page> {
  const response = await request({ orgId: 1, ...filter })
  expect(response.errors).toBeUndefined()
  return response.data.projectManagementOrders
}

async function nodesFor(filter: object): Promise<Page['nodes']> {
  return (await pageFor(filter)).nodes
}

async function idsFor(filter: object): Promise<string[]> {
  return (await nodesFor(filter)).map(({ id }) => id)
}
