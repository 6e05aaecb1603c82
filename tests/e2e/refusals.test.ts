import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createFileLinks } from '@takeoff/order-documents/files/file-links'
import { isDeepStrictEqual } from 'node:util'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_SCOPES } from '../support/organization.ts'
import { http, post } from './support/client.ts'
import type { RawResponse } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { operations } from './support/operations/operations.ts'
import { entities } from './support/entities.ts'
import type { Entity } from './support/entities.ts'
import { subgraphs } from './support/refusals/refusal-targets.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { secretsOf } from './support/refusals/secrets-of.ts'
import { readTenantRows } from './support/refusals/tenant-rows.ts'
import { argumentsOf, operationNames, wholeOperation } from './support/whole-operation.ts'

const devEnv = sharedDevEnv()
/** Arguments by which data is named or found. */
const REFERENCE = /(^id|Ids?|^search|^code)$/
const rows = Object.entries(operations)
const opened = new AsyncDisposableStack()
let victim: Scene
let own: Scene
let rowsOfVictim: Record<string, string>
/** Every scope in the own organization, and a place without a role in the victim's. */
let withRoles: string

beforeAll(async () => {
  // In sequence, so that all ids of the victim are lower.
  victim = opened.use(await createScene(devEnv))
  own = opened.use(await createScene(devEnv))
  rowsOfVictim = await readTenantRows(devEnv, victim.orgId)
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

interface ReadResponse extends RawResponse {
  readonly json: ResponseBody
}

async function send(name: string, variables: object, token: string): Promise<ReadResponse> {
  const body = JSON.stringify({ query: wholeOperation(name), variables })
  const response = await post({ body, token })
  return { ...response, json: JSON.parse(response.text) as ResponseBody }
}

async function call(name: string, variables: object, token: string): Promise<ReadResponse> {
  const response = await send(name, variables, token)
  expectNothingOfVictim(response, JSON.stringify(variables))
  return response
}

/** A message may repeat the caller's input, but not data that only the victim knows. */
function expectNothingOfVictim({ text, headers }: RawResponse, sent: string): void {
  const received = `${text} ${JSON.stringify([...headers])}`
  for (const secret of secretsOf(victim).filter((s) => !sent.includes(s)))
    expect(received).not.toContain(secret)
}

interface Page {
  readonly nodes: readonly object[]
  readonly pageInfo: { readonly endCursor: string }
}

const pageOf = ({ data }: ResponseBody, name: string) => data?.[name] as Page | null | undefined
const codesOf = ({ errors }: ResponseBody) => errors?.map(({ extensions }) => extensions.code)

test('the table has a row for every operation of the composed schema', () => {
  expect(Object.keys(operations).toSorted()).toEqual(operationNames.toSorted())
})

test.each(rows)('another organization misuses every reference that %s takes', (name, operation) => {
  const valid = operation.variables(own)
  const misused = new Set(
    operation.intrusions.flatMap(({ variables }) => {
      const misuse = variables(own, victim)
      return Object.keys(misuse).filter((key) => !isDeepStrictEqual(valid[key], misuse[key]))
    }),
  )
  const references = argumentsOf(name).filter((argument) => REFERENCE.test(argument))
  expect(references.filter((argument) => !misused.has(argument))).toEqual([])
})

const paged = rows.filter(([name]) => argumentsOf(name).includes('after'))

test.each(paged)(
  'a cursor of another organization shows nothing of it by %s',
  async (name, operation) => {
    const { json } = await send(name, operation.variables(victim), victim.token)
    const after = pageOf(json, name)?.pageInfo.endCursor
    expect(after).toBeTypeOf('string')
    expect(
      (await send(name, { ...operation.variables(victim), after }, victim.token)).json.errors,
    ).toBeUndefined()

    for (const token of [own.token, withRoles]) {
      const ours = await call(name, { ...operation.variables(own), after }, token)
      expect([undefined, 'BAD_USER_INPUT']).toContain(codesOf(ours.json)?.[0])
      const theirs = await call(name, { ...operation.variables(victim), after }, token)
      expect(pageOf(theirs.json, name)?.nodes ?? []).toEqual([])
    }
  },
)

describe('a claim of organizations', () => {
  const lists = (token: string): Promise<RawResponse> =>
    post({
      body: JSON.stringify({ query: wholeOperation('job'), variables: { id: own.jobId } }),
      token,
    })
  const claiming = (count: number): Promise<string> =>
    devEnv.mintToken({
      userId: own.organization.userId,
      orgIds: [own.orgId, ...Array.from({ length: count - 1 }, (_, index) => index + 1)],
      scopes: ALL_SCOPES,
    })

  test('may have 1,000 of them', async () => {
    expect((await lists(await claiming(1_000))).text).toContain(own.marker)
  })

  test('is refused with 1,001, and with 10,000, whose header is too large for the gateway', async () => {
    const response = await lists(await claiming(1_001))
    expect(response.status).toBe(401)
    expect(codesOf(JSON.parse(response.text) as ResponseBody)).toEqual(['UNAUTHENTICATED'])
    expect(response.text).toContain('At most 1000 are accepted')

    expect((await lists(await claiming(10_000))).status).toBe(431)
  })
})

// The requests change nothing, so they can run concurrently.
describe.concurrent('a token', () => {
  test('without orders:read gets a list without its orders', async () => {
    const token = await own.organization.tokenWith(['lists:read'])
    const { json } = await call('projectManagementProductionListById', { id: own.list.id }, token)

    const refused = json.errors?.map(({ path, extensions }) => [path?.at(-1), extensions.code])
    expect(new Set(refused?.map(String))).toEqual(
      new Set([
        'orders,FORBIDDEN',
        'orderCoverage,FORBIDDEN',
        'state,FORBIDDEN',
        'connection,FORBIDDEN',
      ]),
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
      const { nothing, empty = nothing } = entity
      expect(found.slice(0, -1)).toEqual(keys.map(() => empty()))
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
