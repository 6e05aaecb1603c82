import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { AccessTable } from '@takeoff/kit/security/access-table'
import type { Need } from '@takeoff/kit/security/access'
import { createFileLinks } from '@takeoff/order-documents/files/file-links'
import { isDeepStrictEqual } from 'node:util'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_SCOPES } from '../support/organization.ts'
import { http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { operations } from './support/operations.ts'
import { post } from './support/post.ts'
import type { RawResponse } from './support/post.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { readTenantRows } from './support/tenant-rows.ts'
import { operationNames, wholeOperation } from './support/whole-operation.ts'

const devEnv = sharedDevEnv()
const subgraphs = ['production-lists', 'order-documents', 'webhooks'] as const
const rows = Object.entries(operations)
const opened = new AsyncDisposableStack()
let victim: Scene
let own: Scene
let rowsOfVictim: Record<string, string>
let expired: string
/** Of another client, and of nobody's request to an API: an ID token. */
let ofOtherAudience: string
let idToken: string
/** Every scope in the own organization, and a place without a role in the victim's. */
let withRoles: string

beforeAll(async () => {
  // In sequence, so that all ids of the victim are lower.
  victim = opened.use(await createScene(devEnv))
  own = opened.use(await createScene(devEnv))
  rowsOfVictim = await readTenantRows(devEnv, victim.orgId)
  const person = { userId: own.organization.userId, orgIds: [own.orgId], scopes: ALL_SCOPES }
  expired = await own.organization.tokenWith(ALL_SCOPES, -60)
  ofOtherAudience = await devEnv.mintToken({ ...person, audience: 'another-api' })
  idToken = await devEnv.mintToken({ ...person, audience: 'client-of-the-person' })
  withRoles = await own.organization.tokenAs(ALL_SCOPES, { [victim.orgId]: [] })
})

afterAll(() => opened.disposeAsync())

interface ResponseBody {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions: { readonly code: string }
  }[]
}

async function call(
  name: string,
  variables: object,
  token: string | undefined = own.token,
): Promise<RawResponse & { readonly json: ResponseBody }> {
  const response = await post({
    body: JSON.stringify({ query: wholeOperation(name), variables }),
    token,
  })
  expectNothingOfVictim(response, JSON.stringify(variables))
  return { ...response, json: JSON.parse(response.text) as ResponseBody }
}

/** A message may repeat the caller's input, but not data that only the victim knows. */
function expectNothingOfVictim({ text, headers }: RawResponse, sent: string): void {
  const { marker, document, distributionOrderId, webhook, newWebhook, silentWebhook } = victim
  const { order } = document
  const orderIds = [order.id, ...order.orderListItems.map(({ id }) => id), distributionOrderId]
  const ids = [document.id, ...orderIds, victim.deliveryId]
  const unverified = [newWebhook, silentWebhook].flatMap(({ secret, code }) => [secret, code])
  const secrets = [marker, webhook.secret, ...unverified, ...ids]
  const received = `${text} ${JSON.stringify([...headers])}`
  for (const secret of secrets.filter((s) => !sent.includes(s)))
    expect(received).not.toContain(secret)
}

const codesOf = ({ errors }: ResponseBody) => errors?.map(({ extensions }) => extensions.code)
const messageOf = ({ errors }: ResponseBody) => errors?.[0]?.message

test('the table has a row for every operation of the composed schema', () => {
  expect(Object.keys(operations).toSorted()).toEqual(operationNames.toSorted())
})

// The requests change nothing, so they can run concurrently.
describe.concurrent('a token', () => {
  test.each(rows)('is needed for %s', async (name, { variables }) => {
    const query = wholeOperation(name)
    const response = await post({ body: JSON.stringify({ query, variables: variables(own) }) })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(codesOf(JSON.parse(response.text) as ResponseBody)).toEqual(['UNAUTHENTICATED'])
    expectNothingOf(own, response)
  })

  test.each(rows)('that has expired is refused by %s', async (name, { variables }) => {
    const { status, json } = await call(name, variables(own), expired)

    expect(status).toBe(401)
    expect(codesOf(json)).toEqual(['UNAUTHENTICATED'])
    expect(messageOf(json)).toContain('expired')
  })

  test.each(rows)('of another audience or kind is refused by %s', async (name, { variables }) => {
    for (const token of [ofOtherAudience, idToken]) {
      const { status, json } = await call(name, variables(own), token)

      expect(status).toBe(401)
      expect(codesOf(json)).toEqual(['UNAUTHENTICATED'])
      expect(messageOf(json)).toContain('audience')
    }
  })

  const needed = rows.flatMap(([name]) => needsOf(name).map(({ scope }) => [name, scope] as const))

  test.each(needed)('for %s needs the scope %s', async (name, scope) => {
    const others = ALL_SCOPES.filter((other) => other !== scope)
    const token = await own.organization.tokenAs(others)

    const response = await call(name, operations[name]?.variables(own) ?? {}, token)

    expect(codesOf(response.json)).toEqual(['FORBIDDEN'])
    expect(messageOf(response.json)).toContain(scope)
    expect(response.json.data?.[name] ?? null).toBeNull()
    expectNothingOf(own, response)
  })

  test.each(rows)('without any scope is refused by %s', async (name, { variables }) => {
    const response = await call(name, variables(own), await own.organization.tokenWith([]))

    expect(codesOf(response.json)).toEqual(['FORBIDDEN'])
    expectNothingOf(own, response)
  })

  test('without orders:read gets a list without its orders', async () => {
    const token = await own.organization.tokenWith(['lists:read'])
    const { json } = await call('projectManagementProductionListById', { id: own.list.id }, token)

    const refused = json.errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])
    expect(new Set(refused?.map(String))).toEqual(
      new Set(['orders,FORBIDDEN', 'orderCoverage,FORBIDDEN', 'connection,FORBIDDEN']),
    )
    const listItems = own.list.itemIds.map((id) => ({ id, vendor: { connection: null } }))
    expect(json.data).toMatchObject({
      projectManagementProductionListById: {
        id: own.list.id,
        orders: null,
        orderCoverage: null,
        listItems,
      },
    })
  })

  test('without lists:read gets documents without their lists and items', async () => {
    const token = await own.organization.tokenWith(['orders:read'])
    const ids = { orderDocumentIds: [own.document.id] }
    const { json, text } = await call('projectManagementOrderDocuments', ids, token)

    expect(new Set(codesOf(json))).toEqual(new Set(['FORBIDDEN']))
    expect(json.data).toMatchObject({
      projectManagementOrderDocuments: [
        {
          id: own.document.id,
          productionList: null,
          order: { orderListItems: [{ listItem: null }, { listItem: null }] },
        },
      ],
    })
    // An order has its own names, and its files the list's name; only the list shows the notes.
    expect(text).not.toContain(`${own.marker} notes`)
  })
})

function needsOf(name: string): readonly Need[] {
  const rows: AccessTable['operations'] = accessTable.operations
  return rows[`Query.${name}`] ?? rows[`Mutation.${name}`] ?? []
}

function expectNothingOf({ marker }: Scene, { text }: RawResponse): void {
  expect(text).not.toContain(marker)
}

const intrusions = rows.flatMap(([name, { intrusions: all }]) =>
  all.map((intrusion) => ({ name, ...intrusion })),
)

const intruders = [
  ['of another organization', () => own.token],
  ['with every role in its own organization, and none in another', () => withRoles],
] as const

describe.concurrent.each(intruders)('a caller %s', (_who, tokenOf) => {
  const refused = intrusions.filter(({ expected }) => typeof expected !== 'function')
  const unseen = intrusions.filter(({ expected }) => typeof expected === 'function')

  test.each(refused)('is refused when it gives $name $what', async (intrusion) => {
    const { name, variables, expected } = intrusion
    const { json } = await call(name, variables(own, victim), tokenOf())

    expect(json.errors).toMatchObject([{ extensions: expected }])
    expect(json.data?.[name] ?? null).toBeNull()
  })

  test.each(unseen)('finds only its own data when it gives $name $what', async (intrusion) => {
    const { name, variables, expected } = intrusion
    const { json } = await call(name, variables(own, victim), tokenOf())

    expect(json.errors).toBeUndefined()
    expect(json.data).toEqual({
      [name]: matching(typeof expected === 'function' ? expected(own) : undefined),
    })
  })
})

describe.concurrent('a caller of another organization', () => {
  const creating = [
    'projectManagementProductionListCreate',
    'projectManagementOrderDocumentCreate',
    'projectManagementDistributionOrderCreate',
    'webhookCreate',
    'jobUpsert',
    'templateCreate',
    'templateCopy',
    'productUpsert',
    'vendorCreate',
  ]

  const namesOrganization = new Set([
    'webhookCreate',
    'jobUpsert',
    'templateCreate',
    'productUpsert',
    'vendorCreate',
  ])

  test.each(creating)(
    'that was formerly a user of it gets nothing from %s under the old Idempotency-Key',
    async (name) => {
      await using left = await createScene(devEnv)
      const { userId } = left.organization
      const moved = await devEnv.mintToken({ userId, orgIds: [own.orgId], scopes: ALL_SCOPES })
      const variables = operations[name]?.variables(left)
      const request = {
        body: JSON.stringify({ query: wholeOperation(name), variables }),
        headers: { 'idempotency-key': `${name} ${left.marker}` },
      }
      const first = await post({ ...request, token: left.token })
      const again = await post({ ...request, token: moved })

      expect(codesOf(JSON.parse(first.text) as ResponseBody)).toBeUndefined()
      expect(codesOf(JSON.parse(again.text) as ResponseBody)).toEqual([
        namesOrganization.has(name) ? 'FORBIDDEN' : 'NOT_FOUND',
      ])
      expect(again.text).not.toContain(left.marker)
    },
  )
})

/** Lists must have exactly these members, objects at least these fields. */
function matching(expected: unknown): unknown {
  if (Array.isArray(expected)) return expected.map(matching)
  if (typeof expected !== 'object' || expected === null) return expected
  return expect.objectContaining(
    Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, matching(value)])),
  )
}

describe('a file', () => {
  const kinds = ['pdf', 'csv'] as const

  test.each(kinds)('needs a token for the redirectUrl of the %s', async (kind) => {
    const { redirectUrl } = own.document[kind]

    expect((await problemOf(redirectUrl, null)).status).toBe(401)
    expect((await problemOf(redirectUrl, expired)).code).toBe('UNAUTHENTICATED')
    expect((await http(redirectUrl, { token: own.token })).status).toBe(302)
  })

  test.each(kinds)('needs orders:read for the redirectUrl of the %s', async (kind) => {
    const token = await own.organization.tokenWith(ALL_SCOPES.filter((s) => s !== 'orders:read'))

    expect(await problemOf(own.document[kind].redirectUrl, token)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      detail: expect.stringContaining('orders:read') as string,
    })
  })

  test.each(kinds)('of another organization does not exist (%s)', async (kind) => {
    const foreign = await problemOf(victim.document[kind].redirectUrl, own.token)
    const unknown = await problemOf(`${devEnv.urls.gateway}/files/${randomUUID()}`, own.token)

    expect(foreign).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect({ ...foreign, requestId: '' }).toEqual({ ...unknown, requestId: '' })
  })

  test('opens only at the exact address that was signed for it', async () => {
    const url = new URL(own.document.pdf.url)
    const other = new URL(victim.document.pdf.url)
    expect((await http(url.href, { token: null })).status).toBe(200)

    const signature = url.searchParams.get('signature') ?? ''
    const changed = [
      { expires: String(Number(url.searchParams.get('expires')) + 1) },
      { expires: `${url.searchParams.get('expires')}.0` },
      { signature: `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}` },
      { signature: '' },
      { expires: '' },
    ]
    for (const change of changed) {
      const address = new URL(url)
      for (const [key, value] of Object.entries(change)) address.searchParams.set(key, value)
      expect(await problemOf(address.href, own.token)).toMatchObject({ status: 403 })
    }
    const foreign = new URL(url.search, other)
    expect(await problemOf(foreign.href, own.token)).toMatchObject({ status: 403 })
    const bare = url.href.replace(/\?.*/, '')
    expect(await problemOf(bare, own.token)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('does not open at an address that has expired', async () => {
    const sixteenMinutesAgo = new Date(Date.now() - 16 * 60_000)
    const links = createFileLinks({
      publicUrl: devEnv.urls.gateway,
      signingSecrets: [await readSigningSecret()],
      now: () => sixteenMinutesAgo,
    })
    const address = links.signedUrl(fileIdOf(own.document.pdf.redirectUrl))

    expect(await problemOf(address, own.token)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  })

  test('is not served without the gateway', async () => {
    const { pathname, search } = new URL(own.document.pdf.url)
    const direct = devEnv.urls['order-documents']

    expect((await problemOf(`${direct}${pathname}${search}`, own.token)).status).toBe(403)
    const redirect = new URL(own.document.pdf.redirectUrl).pathname
    expect((await problemOf(`${direct}${redirect}`, own.token)).status).toBe(403)
  })
})

interface Problem {
  readonly status: number
  readonly code: string
  readonly detail: string
}

async function problemOf(url: string, token: string | null): Promise<Problem> {
  const response = await http(url, { token })
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  const problem = (await response.json()) as Problem
  expect(problem.status).toBe(response.status)
  return problem
}

const fileIdOf = (redirectUrl: string): string => new URL(redirectUrl).pathname.split('/')[2] ?? ''

async function readSigningSecret(): Promise<string> {
  const file = path.join(path.dirname(devEnv.logs), 'secrets.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { filesSigning: string }).filesSigning
}

interface Entity {
  readonly type: string
  readonly selection: string
  /** Its key, and the other members that it is resolved from. */
  readonly key: (scene: Scene) => object
  /** The result for an id of another organization. */
  readonly nothing: () => unknown
  /** Owned by another subgraph; this one knows only its key. */
  readonly isKeyOnly?: boolean
}

const LIST = 'id name salesOpportunity { orgId job { id name } } listItems { id name }'

const entities: Readonly<Record<(typeof subgraphs)[number], readonly Entity[]>> = {
  'production-lists': [
    {
      type: 'ProductionList',
      selection: LIST,
      key: ({ list }) => ({ id: list.id }),
      nothing: () => null,
    },
    {
      type: 'Job',
      selection: 'id name orgId externalIdentifier measurements { measurements }',
      key: ({ jobId }) => ({ id: jobId }),
      nothing: () => null,
    },
    {
      type: 'ListItem',
      selection: 'id name notes vendor { id }',
      key: ({ list }) => ({ id: list.itemIds[0] }),
      nothing: () => null,
    },
    {
      type: 'OrderDocument',
      selection: `productionList { ${LIST} }`,
      key: ({ document, list }) => ({ id: document.id, productionListId: list.id }),
      nothing: () => ({ productionList: null }),
    },
    {
      type: 'Vendor',
      selection: '__typename',
      key: ({ vendorId }) => ({ id: vendorId }),
      nothing: () => ({ __typename: 'Vendor' }),
      isKeyOnly: true,
    },
  ],
  'order-documents': [
    {
      type: 'ProductionList',
      selection: 'orders { id purchaseOrderNumber vendor { vendorName } }',
      key: ({ list }) => ({ id: list.id }),
      nothing: () => ({ orders: [] }),
    },
    {
      type: 'Order',
      selection: 'id purchaseOrderNumber vendor { vendorName } orderDocuments { id }',
      key: ({ document }) => ({ id: document.order.id }),
      nothing: () => null,
    },
    {
      type: 'OrderDocument',
      selection: 'id pdf { url redirectUrl filename } order { id }',
      key: ({ document }) => ({ id: document.id }),
      nothing: () => null,
    },
    {
      type: 'DistributionOrder',
      selection: 'id state confirmationNumber order { id } vendor { vendorName }',
      key: ({ distributionOrderId }) => ({ id: distributionOrderId }),
      nothing: () => null,
    },
    {
      type: 'OrderListItem',
      selection: 'id name quantity listItem { id }',
      key: ({ document }) => ({ id: document.order.orderListItems[0]?.id }),
      nothing: () => null,
    },
    {
      type: 'Vendor',
      selection:
        'id vendorName phone email addressLines accountNumber archivedAt connection { accountNumber }',
      key: ({ vendorId }) => ({ id: vendorId }),
      nothing: () => null,
    },
    {
      type: 'ListItem',
      selection: '__typename',
      key: ({ list }) => ({ id: list.itemIds[0] }),
      nothing: () => ({ __typename: 'ListItem' }),
      isKeyOnly: true,
    },
  ],
  webhooks: [
    {
      type: 'Webhook',
      selection: 'id url description deliveries { nodes { id payload } }',
      key: ({ webhook }) => ({ id: webhook.id }),
      nothing: () => null,
    },
  ],
}

interface Credentials {
  readonly token?: string
  /** A service token; that of the gateway by default. */
  readonly service?: string | Promise<string>
}

describe.concurrent.each(subgraphs)('the subgraph %s, called directly', (name) => {
  const url = `${devEnv.urls[name]}/graphql`
  const secret = devEnv.serviceSecrets[name]
  const ownToken = (): Promise<string> => serviceToken(name, secret)

  async function resolve(
    { type, selection }: Entity,
    representations: readonly object[],
    { token, service = ownToken() }: Credentials,
  ): Promise<RawResponse> {
    const query = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on ${type} { ${selection} } }
    }`
    const response = await post({
      url,
      body: JSON.stringify({ query, variables: { representations } }),
      token,
      headers: { 'x-service-authorization': await service },
    })
    expectNothingOfVictim(response, JSON.stringify(representations))
    return response
  }

  const representationOf = ({ type, key }: Entity, scene: Scene, forged: object = {}): object => ({
    ...forged,
    __typename: type,
    ...key(scene),
  })

  const entityOf = ({ text }: RawResponse): unknown =>
    (JSON.parse(text) as { data?: { _entities?: unknown[] } }).data?._entities?.[0]

  test('refuses a request without a service token for it, signed with its own secret', async () => {
    const others = subgraphs.filter((other) => other !== name)
    const tokens = await Promise.all([
      ...others.map((other) => serviceToken(other, devEnv.serviceSecrets[other])),
      ...others.map((other) => serviceToken(other, secret)),
      ...others.map((other) => serviceToken(name, devEnv.serviceSecrets[other])),
    ])
    for (const entity of entities[name]) {
      for (const service of ['', 'wrong', secret, ...tokens]) {
        const representation = representationOf(entity, own)
        const response = await resolve(entity, [representation], { token: own.token, service })
        expect(response.status).toBe(403)
        expect(response.text).not.toContain(own.marker)
      }
    }
  })

  test('refuses a request without a valid token', async () => {
    for (const entity of entities[name]) {
      const representation = representationOf(entity, own)
      const none = await resolve(entity, [representation], {})
      const old = await resolve(entity, [representation], { token: expired })

      expect([none.status, old.status]).toEqual([401, 401])
      expect(`${none.text}${old.text}`).not.toContain(own.marker)
    }
  })

  test('has no entity that is missing in the table', async () => {
    const query = '{ __type(name: "_Entity") { possibleTypes { name } } }'
    const headers = { 'x-service-authorization': await ownToken() }
    const { text } = await post({ url, body: JSON.stringify({ query }), token: own.token, headers })
    const { data } = JSON.parse(text) as { data: { __type: { possibleTypes: { name: string }[] } } }

    expect(entities[name].map(({ type }) => type).toSorted()).toEqual(
      data.__type.possibleTypes.map((type) => type.name).toSorted(),
    )
  })

  const isSeen = (entity: Entity, response: RawResponse): boolean =>
    !isDeepStrictEqual(entityOf(response), entity.nothing())

  const looked = entities[name].filter(({ isKeyOnly }) => isKeyOnly !== true)

  const asOwn = (): Credentials => ({ token: own.token })

  test.each(entities[name])(
    'resolves $type of its own organization and no other',
    async (entity) => {
      const ours = await resolve(entity, [representationOf(entity, own)], asOwn())
      const theirs = await resolve(entity, [representationOf(entity, victim)], asOwn())
      const intruder = { token: withRoles }
      const byRoles = await resolve(entity, [representationOf(entity, victim)], intruder)

      expect(ours.text).not.toContain('errors')
      expect(isSeen(entity, ours)).toBe(entity.isKeyOnly !== true)
      expect(entityOf(theirs)).toEqual(entity.nothing())
      expect(entityOf(byRoles)).toEqual(entity.nothing())
    },
  )

  test.each(entities[name])('trusts only the key of $type', async (entity) => {
    const mine = {
      orgId: own.orgId,
      org_id: own.orgId,
      orgIds: [own.orgId],
      productionListId: own.list.id,
      orderId: own.document.order.id,
      listId: own.list.id,
      userId: own.organization.userId,
    }
    const asMine = await resolve(entity, [representationOf(entity, victim, mine)], asOwn())
    expect(entityOf(asMine)).toEqual(entity.nothing())

    const theirs = {
      orgId: victim.orgId,
      productionListId: victim.list.id,
      vendorId: victim.vendorId,
      name: 'forged',
      caller: { orgIds: [victim.orgId] },
    }
    const forged = await resolve(entity, [representationOf(entity, own, theirs)], asOwn())
    const plain = await resolve(entity, [representationOf(entity, own)], asOwn())
    expect(withoutSignatures(forged)).toBe(withoutSignatures(plain))
  })

  test.each(looked)('needs a scope for $type', async (entity) => {
    const token = await own.organization.tokenWith([])
    const representation = representationOf(entity, own)
    const { text } = await resolve(entity, [representation], { token })

    expect(text).not.toContain(own.marker)
    expect(codesOf(JSON.parse(text) as ResponseBody)).toEqual(['FORBIDDEN'])
  })

  test.each(looked)(
    'treats a malformed key of $type as one that does not exist',
    async (entity) => {
      const keys = ['1x', '', ' ', '1e3', -1, 0, 2 ** 31, 1.5, null, true, [], {}, "' or 1=1 --"]
      const ours = representationOf(entity, own)
      const strange = keys.map((id) => ({ __typename: entity.type, id, productionListId: id }))
      const { text } = await resolve(entity, [...strange, ours], asOwn())

      expect(text).not.toContain('INTERNAL_SERVER_ERROR')
      const found = (JSON.parse(text) as { data: { _entities: unknown[] } }).data._entities
      expect(found.slice(0, -1)).toEqual(keys.map(() => entity.nothing()))
      expect(found.at(-1)).not.toEqual(entity.nothing())
    },
  )
})

/** Removes the signatures, which change every second. */
function withoutSignatures({ text }: RawResponse): string {
  return text.replace(/expires=\d+&signature=[\w-]+/g, '')
}

describe('POST /events of the webhook service', () => {
  const url = `${devEnv.urls.webhooks}/events`
  const forged = (): string =>
    JSON.stringify({
      id: randomUUID(),
      name: 'production-list.updated',
      version: 1,
      occurredAt: new Date().toISOString(),
      orgId: victim.orgId,
      aggregate: { type: 'production-list', id: String(victim.list.id), sequence: 99 },
      data: { productionListId: victim.list.id, salesOpportunityId: 1, jobId: victim.jobId },
      trace: null,
    })

  test('refuses a request without the secret of events', async () => {
    const token = await serviceToken('webhooks', devEnv.serviceSecrets.webhooks)
    const secret = { 'x-service-authorization': token }
    const attempts = [
      { body: forged() },
      { body: forged(), token: own.token },
      { body: forged(), token: victim.token },
      { body: forged(), headers: secret },
      { body: forged(), token: devEnv.serviceSecrets.webhooks, headers: secret },
    ]
    for (const attempt of attempts) {
      expect(await post({ url, ...attempt })).toMatchObject({ status: 401 })
    }
  })
})

test('the rows of the other organization are unchanged after all tests', async () => {
  await devEnv.waitUntilIdle()

  expect(await readTenantRows(devEnv, victim.orgId)).toEqual(rowsOfVictim)
  expect(Object.values(rowsOfVictim).filter((text) => text !== '').length).toBeGreaterThan(10)
})
