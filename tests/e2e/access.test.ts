import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { AccessTable } from '@takeoff/kit/security/access-table'
import { DEFAULT_ROLES } from '@takeoff/kit/values/scopes'
import { buildSchema, getNamedType, isObjectType } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphql, graphqlData, http } from './support/client.ts'
import type { GraphqlResponse } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { operations } from './support/operations.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { wholeOperation } from './support/whole-operation.ts'

const supergraph = new URL('../../gateway/supergraph.graphql', import.meta.url)
const schema = buildSchema(readFileSync(supergraph, 'utf8'), { assumeValidSDL: true })
const table: AccessTable = accessTable
const VIEWER = new Set<string>(DEFAULT_ROLES['viewer'])
const WARNING = 'Costs and margins are null where the scope prices:read is missing.'

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
/** The caller is the owner of one organization, and a viewer of the other. */
let ownerOf: Scene
let viewerOf: Scene
let token: string
let viewerToken: string
let office: OfficeDocument

interface OfficeDocument {
  readonly id: string
  readonly pdf: { readonly redirectUrl: string } | null
  readonly csv: { readonly redirectUrl: string } | null
}

beforeAll(async () => {
  ownerOf = opened.use(await createScene(devEnv))
  viewerOf = opened.use(await createScene(devEnv))
  token = await viewerOf.organization.tokenAs(['viewer'], { [ownerOf.orgId]: ['owner'] })
  viewerToken = await viewerOf.organization.tokenAs(['viewer'])
  office = await renderForOffice(viewerOf)
})

afterAll(() => opened.disposeAsync())

async function renderForOffice({ document, token: byOwner }: Scene): Promise<OfficeDocument> {
  const { rendered } = await graphqlData<{ rendered: { orderDocument: OfficeDocument } }>(
    `mutation ($orderId: ID!) {
      rendered: projectManagementOrderDocumentRender(orderId: $orderId, document: { inputHtml: "office" }) {
        orderDocument { id pdf { redirectUrl } csv { redirectUrl } }
      }
    }`,
    { orderId: document.order.id },
    { token: byOwner },
  )
  return rendered.orderDocument
}

const rows = Object.entries(operations)
const needsOf = (name: string) =>
  table.operations[`Query.${name}`] ?? table.operations[`Mutation.${name}`] ?? []
const isForViewers = (name: string): boolean =>
  needsOf(name).every(({ scope }) => VIEWER.has(scope))

function call(name: string, scene: Scene, as: string): Promise<GraphqlResponse<object>> {
  const variables = operations[name]?.variables(scene) ?? {}
  return graphql(wholeOperation(name), variables, { token: as })
}

/** The values of sensitive fields in data, by `Type.field`. */
function sensitiveValues(data: object, type: GraphQLObjectType): [string, unknown][] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    const field = type.getFields()[key]
    const row = table.sensitive[`${type.name}.${key}`]
    const member = row?.only && (data as Record<string, unknown>)[row.only.member]
    const isSensitive = row !== undefined && (row.only?.values.includes(String(member)) ?? true)
    if (isSensitive) return [[`${type.name}.${key}`, value]]
    const inner = field && getNamedType(field.type)
    if (!isObjectType(inner)) return []
    return [value]
      .flat()
      .filter((one): one is object => typeof one === 'object' && one !== null)
      .flatMap((one) => sensitiveValues(one, inner))
  })
}

function rootTypeOf(name: string): GraphQLObjectType {
  const query = schema.getQueryType()
  const root = query?.getFields()[name] === undefined ? schema.getMutationType() : query
  if (!isObjectType(root)) throw new Error(`the composed schema has no operation ${name}`)
  return root
}

const seen = new Set<string>()

describe('a viewer', () => {
  const permitted = rows.filter(([name]) => isForViewers(name))
  const refused = rows.filter(([name]) => !isForViewers(name))

  test.each(permitted)('sees no costs and margins by %s, and one warning', async (name) => {
    const root = rootTypeOf(name)
    const owners = await call(name, viewerOf, viewerOf.token)
    const viewers = await call(name, viewerOf, token)
    const shown = sensitiveValues(owners.data ?? {}, root)
    const hidden = sensitiveValues(viewers.data ?? {}, root)

    for (const [field, value] of shown) if (value !== null) seen.add(field)
    expect(hidden.filter(([, value]) => value !== null)).toEqual([])
    expect(hidden.map(([field]) => field)).toEqual(shown.map(([field]) => field))
    const warnings = viewers.extensions?.warnings?.filter((warning) => warning === WARNING) ?? []
    expect(warnings).toEqual(hidden.length > 0 ? [WARNING] : [])
    expect(owners.extensions?.warnings ?? []).not.toContain(WARNING)
  })

  test.each(refused)('is refused by %s', async (name) => {
    const { data, errors } = await call(name, viewerOf, viewerToken)
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    expect(data?.[name as never] ?? null).toBeNull()

    const byOwnerOfAnother = await call(name, viewerOf, token)
    expect(JSON.stringify(byOwnerOfAnother)).not.toContain(viewerOf.marker)
  })

  test('finds nothing by an id where it needs another role', async () => {
    const queries: [string, object][] = [
      ['query ($id: Int!) { found: webhook(id: $id) { id } }', { id: viewerOf.webhook.id }],
      ['query ($id: ID!) { found: webhookDelivery(id: $id) { id } }', { id: viewerOf.deliveryId }],
    ]
    for (const [query, variables] of queries) {
      const { data, errors } = await graphql(query, { ...variables }, { token })
      expect([data, errors]).toEqual([{ found: null }, undefined])
    }
  })

  test('sees the costs of the organization that it owns', async () => {
    const query = `query ($own: Int!, $viewed: Int!) {
      own: projectManagementProductionListById(id: $own) { totalCost listItems { unitCost } }
      viewed: projectManagementProductionListById(id: $viewed) { totalCost listItems { unitCost } }
    }`
    const variables = { own: ownerOf.list.id, viewed: viewerOf.list.id }
    const { data, extensions } = await graphql(query, variables, { token })

    const costs = { totalCost: expect.any(Number) as number }
    const items = [
      { unitCost: expect.any(Number) as number },
      { unitCost: expect.any(Number) as number },
    ]
    expect(data).toEqual({
      own: { ...costs, listItems: items },
      viewed: { totalCost: null, listItems: [{ unitCost: null }, { unitCost: null }] },
    })
    expect(extensions?.warnings).toEqual([WARNING])
  })

  test('gets one warning for costs of several subgraphs', async () => {
    const query = `query ($id: Int!) {
      list: projectManagementProductionListById(id: $id) {
        totalCost
        orders { orderListItems { unitCost listItem { unitCost } } orderDocuments { mode pdf { url } csv { url } } }
      }
    }`
    const { data, extensions } = await graphql(query, { id: viewerOf.list.id }, { token })

    expect(extensions?.warnings).toEqual([WARNING])
    expect(JSON.stringify(data)).not.toMatch(/"(unitCost|totalCost)":[^n]/)
    expect(JSON.stringify(data)).toContain('"mode":"office","pdf":null,"csv":null')
  })

  test('cannot open files that print costs', async () => {
    for (const file of [office.pdf, office.csv]) {
      const response = await http(file?.redirectUrl ?? '', { token })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        code: 'FORBIDDEN',
        detail: expect.stringContaining('prices:read') as string,
      })
      expect((await http(file?.redirectUrl ?? '', { token: viewerOf.token })).status).toBe(302)
    }
    const { pdf, csv } = viewerOf.document
    for (const { redirectUrl } of [pdf, csv])
      expect((await http(redirectUrl, { token })).status).toBe(302)
  })

  test('exports lists without costs, and no prices', async () => {
    const { orgId, vendorId } = viewerOf
    const base = `${devEnv.urls.gateway}/exports`
    const lists = await http(`${base}/production-lists?orgId=${orgId}`, { token })
    expect(lists.headers.get('x-takeoff-warning')).toBe(WARNING)
    const text = await lists.text()
    expect(text).toContain('"totalPrice":')
    expect(text).not.toMatch(/"(unitCost|totalCost|profitAmount|materialSalesTax)":[^n]/)
    const prices = await http(`${base}/prices?orgId=${orgId}&vendorId=${vendorId}`, { token })
    expect([prices.status, await prices.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
  })

  test('gets the pages and cursors that the owner gets', async () => {
    const query = `query ($orgId: Int!) {
      lists: projectManagementProductionLists(orgId: $orgId, first: 1) { nodes { id } pageInfo { endCursor } }
      orders: projectManagementOrders(orgId: $orgId, first: 1) { nodes { id } pageInfo { endCursor } }
    }`
    const { orgId, token: byOwner } = viewerOf
    const pages = await graphqlData(query, { orgId }, { token })
    expect(pages).toEqual(await graphqlData(query, { orgId }, { token: byOwner }))
  })

  test('does not get by an Idempotency-Key what it created in another role', async () => {
    const { orgId, organization } = viewerOf
    const query = `mutation ($orgId: Int!, $url: String!) {
      webhookCreate(orgId: $orgId, url: $url) { secret }
    }`
    const headers = { 'idempotency-key': randomUUID() }
    const variables = { orgId, url: 'http://127.0.0.1:9/hook' }
    const first = await graphql(query, variables, {
      token: await organization.tokenAs(['integration']),
      headers,
    })
    const again = await graphql(query, variables, { token, headers })

    expect(first.errors).toBeUndefined()
    expect(again.data).toBeNull()
    expect(again.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  test('finds by search only where its role allows it', async () => {
    const query = `query ($orgId: Int!, $search: String) {
      jobs(orgId: $orgId, search: $search) { nodes { id } }
    }`
    const { orgId, marker, organization } = viewerOf
    const search = (as: string) => graphql(query, { orgId, search: marker }, { token: as })
    expect((await search(token)).data).toMatchObject({ jobs: { nodes: [{ id: viewerOf.jobId }] } })
    const other = await search(await organization.tokenAs(['orders:read']))
    expect(other.data).toBeNull()
    expect(other.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })
})

test('the operations have shown each kind of cost to the owner', () => {
  const ofChanges = /^(FieldChange|PriceWarning|Price)\./
  const fields = Object.keys(table.sensitive).filter((name) => !ofChanges.test(name))
  expect([...seen]).toEqual(expect.arrayContaining(fields))
})
