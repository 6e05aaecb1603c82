import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Caller } from '@takeoff/kit/security/auth'
import { accessTable } from '@takeoff/kit/security/access-table'
import { createLogger } from '@takeoff/kit/service/logger'
import { countingStatements } from '@takeoff/kit/testing/counting-statements'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { buildSchema } from '@takeoff/kit/graphql/subgraph-server'
import { selectionsOf } from '@takeoff/kit/testing/selections'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '../src/context.ts'
import { createFileLinks } from '../src/files/file-links.ts'
import { openFileStore } from '../src/files/open-file-store.ts'
import { loadDevelopmentData } from '../src/development-data.ts'
import { resolvers } from '../src/graphql/resolvers.ts'
import { Renderer } from '../src/rendering-pool/renderer.ts'
import { createDistributionOrder } from '../src/testing/create-distribution-order.ts'
import { createDocument } from './create-document.ts'
import { followUps, orderOf } from './follow-up.ts'
import { stubItem } from './production-lists-stub.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

// The subgraph library requires the CommonJS build; a schema works with its own build only.
const { graphql } = createRequire(import.meta.url)('graphql') as typeof import('graphql')

const DOCUMENTS = /* GraphQL */ `
  query ($productionListId: ID, $orderDocumentIds: [ID!]) {
    projectManagementOrderDocuments(
      productionListId: $productionListId
      orderDocumentIds: $orderDocumentIds
    ) {
      id
      userId
      createdAt
      updatedAt
      state
      stateDeprecated
      pdf {
        filename
        redirectUrl
        url
        contentType
        byteSize
        checksum
      }
      csv {
        url
      }
      order {
        purchaseOrderNumber
        externalIdentifier
        vendor {
          vendorName
        }
        orderListItems {
          id
          name
          quantity
          sku
          listItem {
            id
          }
        }
      }
    }
  }
`

const ENTITIES = /* GraphQL */ `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) {
      ... on ProductionList {
        orders {
          id
          vendor {
            vendorName
          }
          orderListItems {
            name
          }
          orderDocuments {
            id
            pdf {
              redirectUrl
              url
            }
            csv {
              url
            }
            order {
              id
              vendor {
                vendorName
              }
              orderListItems {
                name
              }
            }
          }
        }
      }
      ... on Order {
        id
        vendor {
          id
        }
      }
      ... on OrderDocument {
        id
        productionListId
        order {
          id
        }
      }
      ... on OrderListItem {
        id
        name
      }
      ... on Vendor {
        vendorId: id
        vendorName
        provider {
          identifier
        }
      }
    }
  }
`

/** Ordered lines, of an order and as references; `FIELDS` is the selection. */
const LINES = `
  query ($id: ID, $representations: [_Any!]!) {
    _entities(representations: $representations) { ... on OrderListItem { FIELDS } }
    projectManagementOrderDocuments(productionListId: $id) { order { orderListItems { FIELDS } } }
  }`

const ORDERS = /* GraphQL */ `
  query ($orgId: Int!, $productionListId: ID) {
    projectManagementOrders(orgId: $orgId, productionListId: $productionListId) {
      nodes {
        id
        vendor {
          vendorName
        }
        replaces {
          id
          state
        }
        replacedBy {
          id
          state
        }
        changes {
          id
          state
        }
        changeOrders {
          id
          orderListItems {
            id
            credits {
              id
            }
          }
        }
        orderListItems {
          id
          credits {
            id
          }
        }
        orderDocuments {
          id
        }
      }
    }
  }
`

let stack: TestStack
let list: StubList
let otherList: StubList
/** Two of `list`, in the order in which they were created, and one of `otherList`. */
let documents: { readonly id: string; readonly order: OrderResult }[]

interface OrderResult {
  readonly id: string
  readonly orderListItems: readonly { readonly id: string }[]
}

beforeAll(async () => {
  stack = await startTestStack()
  await loadDevelopmentData(stack.database)
  list = addList()
  otherList = addList()
  documents = [await order(list), await order(list), await order(otherList)]
})

afterAll(() => stack[Symbol.asyncDispose]())

describe('projectManagementOrderDocuments', () => {
  it('returns the documents of a list, oldest first', async () => {
    expect(await idsFor({ productionListId: list.id })).toEqual(idsOf(0, 1))
    expect(await idsFor({ productionListId: String(otherList.id) })).toEqual(idsOf(2))
  })

  it('returns documents by id, each once, oldest first', async () => {
    const orderDocumentIds = [...idsOf(2, 0, 2), idsOf(0)[0]?.toUpperCase()]

    expect(await idsFor({ orderDocumentIds })).toEqual(idsOf(0, 2))
  })

  it('returns the documents that match both arguments', async () => {
    const arguments_ = { productionListId: list.id, orderDocumentIds: idsOf(1, 2) }

    expect(await idsFor(arguments_)).toEqual(idsOf(1))
  })

  it.each([
    [{ productionListId: '28001x' }],
    [{ productionListId: '999999' }],
    [{ productionListId: '99999999999' }],
    [{ orderDocumentIds: [] }],
    [{ orderDocumentIds: ['not-a-uuid', UNKNOWN_UUID, '1'] }],
  ])('finds nothing for %j', async (variables) => {
    expect(await idsFor(variables)).toEqual([])
  })

  it('leaves out documents that do not exist', async () => {
    expect(await idsFor({ orderDocumentIds: ['x', ...idsOf(0), UNKNOWN_UUID] })).toEqual(idsOf(0))
  })

  it.each([[{}], [{ productionListId: null, orderDocumentIds: null }]])(
    'requires one of its arguments: %j',
    async (variables) => {
      const response = await read(variables)

      expect(response.errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: 'productionListId, orderDocumentIds',
      })
    },
  )

  it('accepts a limited number of ids', async () => {
    const ids = Array.from({ length: 501 }, () => UNKNOWN_UUID)

    expect((await read({ orderDocumentIds: ids })).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'orderDocumentIds',
    })
    expect(await idsFor({ orderDocumentIds: ids.slice(1) })).toEqual([])
  })

  it('shows nothing of another organization', async () => {
    const token = await stack.token([2])

    expect(await idsFor({ productionListId: list.id }, token)).toEqual([])
    expect(await idsFor({ orderDocumentIds: idsOf(0, 1, 2) }, token)).toEqual([])
  })

  it('needs the scope orders:read', async () => {
    const token = await stack.token([1], 'lists:read orders:write')
    const response = await read({ productionListId: list.id }, token)

    expect(response.errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
  })
})

describe('an ordered line', () => {
  it('has the same values whatever other fields are requested', async () => {
    const typeDefs = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')
    const selections = selectionsOf(typeDefs, 'OrderListItem')
    const token = await stack.token()
    const linesWith = async (fields: string) => {
      const { data, errors } = await stack.graphql({
        token,
        query: LINES.replaceAll('FIELDS', fields),
        variables: {
          id: String(list.id),
          representations: documents[0]?.order.orderListItems.map(({ id }) => ({
            __typename: 'OrderListItem',
            id,
          })),
        },
      })
      expect(errors).toBeUndefined()
      return data
    }
    const whole = await linesWith(selections.join(' '))

    expect(selections).toContain('listItem { id }')
    for (const selection of selections) expect(whole).toMatchObject(await linesWith(selection))
  })
})

describe('entities', () => {
  it('are resolved by their keys', async () => {
    const entities = await resolve(representations())

    expect(entities).toMatchObject([
      { orders: [{ id: documents[0]?.order.id }, { id: documents[1]?.order.id }] },
      { id: documents[0]?.order.id, vendor: { id: 1 } },
      { id: documents[0]?.id, productionListId: list.id },
      { id: documents[0]?.order.orderListItems[0]?.id },
      { vendorId: 1, vendorName: 'ABC Building Supply', provider: { identifier: 'abc-supply' } },
    ])
  })

  it('of another organization do not exist', async () => {
    const entities = await resolve(representations(), await stack.token([2]))

    expect(entities).toEqual([{ orders: [] }, null, null, null, null])
  })

  it('of a list need orders:read in its organization', async () => {
    const { id, salesOpportunity } = list
    const { data, errors } = await stack.graphql({
      query: ENTITIES,
      variables: { representations: [{ __typename: 'ProductionList', id, salesOpportunity }] },
      token: await stack.token({ 1: ['lists:read'], 2: ['orders:read'] }),
    })

    expect(data._entities).toEqual([{ orders: null }])
    expect(errors?.[0]?.message).toBe('This needs the scope orders:read in organization 1.')
  })

  it('do not exist under malformed or unknown keys', async () => {
    const entities = await resolve([
      { __typename: 'ProductionList', id: '28001x' },
      { __typename: 'Order', id: '1' },
      { __typename: 'OrderDocument', id: UNKNOWN_UUID },
      { __typename: 'OrderListItem', id: '' },
      { __typename: 'Vendor', id: 'x' },
      { __typename: 'Vendor', id: 999_999 },
    ])

    expect(entities).toEqual([{ orders: [] }, null, null, null, null, null])
  })

  it('ignore every value of a representation but the key', async () => {
    const entities = await resolve([
      { __typename: 'Vendor', id: 1, orgId: 2, vendorName: 'A lie' },
      { __typename: 'ProductionList', id: list.id, orgId: 2, orders: [{ id: UNKNOWN_UUID }] },
    ])

    expect(entities).toMatchObject([
      { vendorName: 'ABC Building Supply' },
      { orders: [{ id: documents[0]?.order.id }, { id: documents[1]?.order.id }] },
    ])
  })

  it('are null with an error at their path without the scope', async () => {
    const response = await stack.graphql({
      query: ENTITIES,
      variables: { representations: representations() },
      token: await stack.token([1], 'lists:read'),
    })

    expect(response.data._entities).toMatchObject([
      { orders: null },
      null,
      null,
      null,
      { vendorName: 'ABC Building Supply' },
    ])
    expect(response.errors?.map(({ path, extensions }) => [path, extensions['code']])).toEqual(
      expect.arrayContaining([
        [['_entities', 0, 'orders'], 'FORBIDDEN'],
        [['_entities', 1], 'FORBIDDEN'],
        [['_entities', 2], 'FORBIDDEN'],
        [['_entities', 3], 'FORBIDDEN'],
      ]),
    )
  })

  it.each(['lists:read', 'orders:read'])('show a vendor with %s', async (scope) => {
    const vendor = { __typename: 'Vendor', id: 1 }

    expect(await resolve([vendor], await stack.token([1], scope))).toMatchObject([{ vendorId: 1 }])
  })

  it('are refused to callers without the service secret', async () => {
    const response = await fetch(new URL('/graphql', stack.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await stack.token()}`,
      },
      body: JSON.stringify({ query: ENTITIES, variables: { representations: representations() } }),
    })

    expect(response.status).toBe(403)
  })
})

it('reads orders, documents, files, vendors and items in two statements, however many', async () => {
  const ofLists = (lists: readonly StubList[]) =>
    countStatements(ENTITIES, {
      representations: lists.map(({ id }) => ({ __typename: 'ProductionList', id })),
    })
  const few = await ofLists([list])
  for (let count = 0; count < 5; count += 1) await order(list)
  const lists = [list, otherList, addList(), addList()]
  for (const more of lists) await order(more)
  const many = await ofLists(lists)

  expect(few).toBe(2)
  expect(many).toBe(2)
})

it('reads a page of orders with all related rows in as many statements as one order', async () => {
  const { change, reorder } = followUps(stack)
  const growing = addList()
  const grow = async () => {
    const { id } = (await order(growing)).order
    for (let n = 0; n < 2; n += 1) {
      const added = orderOf(
        await change({ id, additions: [{ listItemId: growing.listItems[0]?.id, quantity: 1 }] }),
      )
      const credits = [{ orderListItemId: added.orderListItems[0]?.id, quantity: 1 }]
      orderOf(await change({ id, credits }))
    }
    orderOf(await reorder({ id }))
  }
  const count = () => countStatements(ORDERS, { orgId: 1, productionListId: String(growing.id) })
  await grow()
  const few = await count()
  for (let n = 0; n < 3; n += 1) await grow()

  expect(await count()).toBe(few)
  expect(few).toBeLessThanOrEqual(8)
})

it('reads the rejected lines of an order with all its lines, without another statement', async () => {
  const { orderId: id } = await createDistributionOrder(stack.database, {
    vendorId: 1,
    providerIdentifier: 'abc-supply',
  })
  const count = (fields: string) =>
    countStatements(
      `query ($id: ID!) {
        projectManagementOrder(id: $id) { orderListItems { id } distributionOrder { ${fields} } }
      }`,
      { id },
    )
  expect(await count('id rejectedLines { id }')).toBe(await count('id'))
})

function representations() {
  return [
    { __typename: 'ProductionList', id: list.id },
    { __typename: 'Order', id: documents[0]?.order.id },
    { __typename: 'OrderDocument', id: documents[0]?.id },
    { __typename: 'OrderListItem', id: documents[0]?.order.orderListItems[0]?.id },
    { __typename: 'Vendor', id: 1 },
  ]
}

async function countStatements(
  source: string,
  variableValues: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { config, database } = stack
  const caller: Caller = {
    userId: 7,
    orgIds: [1],
    scopes: new Set(['orders:read']),
    token: '',
  }
  const contextValue = createContext(
    {
      database,
      store: await openFileStore(config),
      links: createFileLinks({
        publicUrl: config.publicUrl,
        signingSecrets: config.filesSigningSecrets,
        now: () => new Date(),
      }),
      productionLists: {
        request: () => Promise.reject(new Error('a read must not request another service')),
      },
      filesWaitMs: 0,
      submissions: { claimNow: () => undefined },
      providers: { identifiers: [], providerOf: () => undefined },
      secretBox: createSecretBox(config.providersSecretKeys),
      renderer: new Renderer({ threads: 1, queueMax: 0, logger: createLogger('test', 'silent') }),
      now: () => new Date(),
    },
    {
      caller,
      requestId: 'a-request',
      traceparent: undefined,
      idempotencyKey: undefined,
      warnings: [],
      logger: createLogger('test', 'silent'),
    },
  )
  const typeDefs = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')
  const { result, sqlStatements } = await countingStatements(() =>
    graphql({
      schema: buildSchema({ typeDefs, resolvers, access: accessTable }),
      source,
      variableValues,
      contextValue,
    }),
  )
  expect(result.errors).toBeUndefined()
  return sqlStatements
}

function addList(): StubList {
  return stack.lists.addList([stubItem({ vendor: { id: 1 } }), stubItem()])
}

function order({ id }: StubList) {
  return createDocument(stack, { attributes: { productionListId: id } })
}

function idsOf(...indexes: readonly number[]): (string | undefined)[] {
  return indexes.map((index) => documents[index]?.id)
}

async function read(variables: Readonly<Record<string, unknown>>, token?: string) {
  return stack.graphql({ query: DOCUMENTS, variables, token })
}

async function idsFor(variables: Readonly<Record<string, unknown>>, token?: string) {
  const response = await read(variables, token)
  expect(response.errors).toBeUndefined()
  return response.data.projectManagementOrderDocuments.map(({ id }) => id)
}

async function resolve(representations: readonly object[], token?: string) {
  const response = await stack.graphql({
    query: ENTITIES,
    variables: { representations },
    token,
  })
  expect(response.errors).toBeUndefined()
  return response.data._entities
}
