import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { graphql, graphqlData, http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createOfficeScene } from './support/office-document.ts'
import type { OfficeScene } from './support/office-document.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'

const WARNING = 'Costs and margins are null where the scope prices:read is missing.'

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
/** The caller is the owner of one organization, and a viewer of the other. */
let ownerOf: Scene
let viewerOf: OfficeScene
let token: string

beforeAll(async () => {
  ownerOf = opened.use(await createScene(devEnv))
  viewerOf = opened.use(await createOfficeScene(devEnv))
  token = await viewerOf.organization.tokenAs(['viewer'], { [ownerOf.orgId]: ['owner'] })
})

afterAll(() => opened.disposeAsync())

describe('a viewer', () => {
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
    for (const { redirectUrl } of [viewerOf.officeDocument.pdf, viewerOf.officeDocument.csv]) {
      const response = await http(redirectUrl, { token })
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({
        code: 'FORBIDDEN',
        detail: expect.stringContaining('prices:read') as string,
      })
      expect((await http(redirectUrl, { token: viewerOf.token })).status).toBe(302)
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
