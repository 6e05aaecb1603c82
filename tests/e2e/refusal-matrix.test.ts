import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_SCOPES } from '../support/organization.ts'
import { graphql, graphqlData } from './support/client.ts'
import type { RawResponse } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createOfficeScene } from './support/office-document.ts'
import type { OfficeScene } from './support/office-document.ts'
import { columnsOf, isForViewers, kinds } from './support/refusals/refusal-columns.ts'
import type { Column, Kind } from './support/refusals/refusal-columns.ts'
import { operationTargets, table, targets } from './support/refusals/refusal-targets.ts'
import type { SentRequest, Target } from './support/refusals/refusal-targets.ts'
import { secretsOf } from './support/refusals/secrets-of.ts'
import { sensitiveValues } from './support/refusals/sensitive-values.ts'
import { readTenantRows } from './support/refusals/tenant-rows.ts'
import { operationNames } from './support/whole-operation.ts'

const WARNING = 'Costs and margins are null where the scope prices:read is missing.'
const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
/** The refused requests are about the data of this organization. */
let victim: OfficeScene
/** The organization of the attacker. */
let own: OfficeScene
/** Changed by the mutations that are permitted: by an owner, and by a user who sees no costs. */
let acting: OfficeScene
let unpriced: OfficeScene
let rowsOfVictim: Record<string, string>

beforeAll(async () => {
  // In sequence, so that all ids of the victim are lower.
  victim = opened.use(await createOfficeScene(devEnv))
  own = opened.use(await createOfficeScene(devEnv))
  acting = opened.use(await createOfficeScene(devEnv))
  unpriced = opened.use(await createOfficeScene(devEnv))
  rowsOfVictim = await readTenantRows(devEnv, victim.orgId)
})

afterAll(() => opened.disposeAsync())

const WITHOUT_PRICES = ALL_SCOPES.filter((scope) => scope !== 'prices:read')
/** Codes by which data of another organization is as if it did not exist. */
const NOT_FOUND = new Set(['FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT', 'CONFLICT'])
/** Their data has no name or random id. */
const UNMARKED = new Set([
  'Job.state',
  'Query.organizationDefaults',
  'Query.priceBookImportPreview',
  'Query.projectManagementProductionListDiff',
  'Query.projectManagementProductionListRevisions',
  'Query.webhookDelivery',
  'Vendor.connection',
])
const CREATING = new Set(
  [
    'projectManagementProductionListCreate',
    'projectManagementOrderDocumentCreate',
    'projectManagementDistributionOrderCreate',
    'webhookCreate',
    'jobUpsert',
    'templateCreate',
    'templateCopy',
    'productUpsert',
    'vendorCreate',
  ].map((name) => `Mutation.${name}`),
)
const isWithoutPrices = ({ needs }: Target): boolean =>
  needs.every(({ scope }) => scope !== 'prices:read')
const named = <T extends { readonly name: string }>(rows: readonly T[]) =>
  rows.map((row) => [row.name, row] as const)
const isMutation = ({ row }: Target): boolean => row.startsWith('Mutation.')
const twins = targets.filter((target) => !isMutation(target))
const reads = twins.filter(({ subgraph, row }) => subgraph === undefined || !row.includes('.'))
const mutations = operationTargets.filter(isMutation)
const cells = targets.flatMap((target) =>
  columnsOf(target).map((column) => [target.name, column.name, { target, column }] as const),
)

test('the matrix has a row for every operation, entity, field and route of the access table', () => {
  const { operations, entities, fields, routes, sensitive } = table
  const rows = new Set(targets.map(({ row }) => row))
  expect([...rows].toSorted()).toEqual(
    Object.keys({ ...operations, ...entities, ...fields, ...routes }).toSorted(),
  )
  expect(operationTargets).toHaveLength(operationNames.length)
  const selected = new Set(targets.flatMap((target) => target.sensitive))
  expect([...selected].toSorted()).toEqual(Object.keys(sensitive).toSorted())
})

/** Sensitive fields that an owner saw. */
const shown = new Set<string>()
/** Sensitive fields that were requested by credentials of a kind, none of which saw them. */
const hidden = new Set<string>()

// These requests change nothing, so they can run concurrently.
describe.concurrent('refused:', () => {
  test.each(cells)('%s %s', async (_target, _column, { target, column }) => {
    const response = await target.send(victim, await credentialsOf(column, victim))

    expect(faultOf(response, target, column)).toBeUndefined()
    expectNothingOf(victim, response)
    expectHidden(response, target, column.kind)
  })
})

describe.concurrent('permitted:', () => {
  test.each(named(reads))('%s with its scopes alone', async (_name, target) => {
    const token = await tokenAs(
      victim,
      target.needs.map(({ scope }) => scope),
    )
    expect(await showsData(target, await target.send(victim, { token }))).toBe(true)
  })

  test.each(named(twins))('%s for an owner, with all costs', async (_name, target) => {
    const response = await byOwner(target)

    expect(codesIn(response)).toEqual([])
    expect(await showsData(target, response)).toBe(true)
    expectShown(response, target)
  })

  test.each(named(reads.filter(isForViewers)))(
    '%s for a viewer, without costs',
    async (_name, target) => {
      const response = await target.send(victim, { token: await tokenAs(victim, ['viewer']) })

      expect(await showsData(target, response)).toBe(true)
      await expectCostsHidden(response, target, 'viewer')
    },
  )

  test.each(named(reads.filter(isWithoutPrices)))(
    '%s without prices:read, without costs',
    async (_name, target) => {
      const response = await target.send(victim, { token: await tokenAs(victim, WITHOUT_PRICES) })

      expect(await showsData(target, response)).toBe(true)
      await expectCostsHidden(response, target, 'missing scope')
    },
  )
})

/** A viewer owns the organization of the attacker. */
describe('a viewer', () => {
  const viewer = () => tokenAs(victim, ['viewer'])

  test('sees the costs of the organization that it owns, and one warning for those of several subgraphs', async () => {
    const query = `query ($own: Int!, $viewed: Int!) {
      own: projectManagementProductionListById(id: $own) { ...costs }
      viewed: projectManagementProductionListById(id: $viewed) {
        ...costs
        orders { orderListItems { unitCost listItem { unitCost } } orderDocuments { mode pdf { url } csv { url } } }
      }
    }
    fragment costs on ProductionList { totalCost listItems { unitCost } }`
    const variables = { own: own.list.id, viewed: victim.list.id }
    const { data, extensions } = await graphql(query, variables, { token: await viewer() })

    const cost = expect.any(Number) as number
    expect(data?.['own']).toEqual({
      totalCost: cost,
      listItems: [{ unitCost: cost }, { unitCost: cost }],
    })
    const viewed = JSON.stringify(data?.['viewed'])
    expect(viewed).toContain('"unitCost":null')
    expect(viewed).not.toMatch(/"(unitCost|totalCost)":[^n]/)
    expect(viewed).toContain('"mode":"office","pdf":null,"csv":null')
    expect(extensions?.warnings).toEqual([WARNING])
  })

  test('gets the pages and cursors that the owner gets', async () => {
    const query = `query ($orgId: Int!) {
      lists: projectManagementProductionLists(orgId: $orgId, first: 1) { nodes { id } pageInfo { endCursor } }
      orders: projectManagementOrders(orgId: $orgId, first: 1) { nodes { id } pageInfo { endCursor } }
    }`
    const { orgId, token } = victim
    const pages = await graphqlData(query, { orgId }, { token: await viewer() })
    expect(pages).toEqual(await graphqlData(query, { orgId }, { token }))
  })
})

const byOwner = memoize(
  (target: Target) => target.send(victim, { token: victim.token }),
  ({ name }) => name,
)

/** A viewer owns the organization of the attacker, which must not count here. */
const tokenAs = memoize(
  (scene: OfficeScene, roles: readonly string[]) =>
    scene.organization.tokenAs(roles, { [own.orgId]: ['owner'] }),
  ({ orgId }, roles) => `${orgId} ${roles.join(' ')}`,
)

const credentialsOf = memoize(
  (column: Column, scene: OfficeScene) => column.credentials({ victim: scene, own }),
  ({ name, subgraph }, { orgId }) => `${orgId} ${subgraph} ${name}`,
)

function memoize<Args extends readonly unknown[], Result>(
  make: (...args: Args) => Result,
  keyOf: (...args: Args) => string,
): (...args: Args) => Result {
  const made = new Map<string, Result>()
  return (...args) => {
    const key = keyOf(...args)
    const result = made.get(key) ?? make(...args)
    made.set(key, result)
    return result
  }
}

async function expectCostsHidden(response: SentRequest, target: Target, kind: Kind): Promise<void> {
  const fields = expectHidden(response, target, kind)
  expect(fields).toEqual(sensitiveValues(target, await byOwner(target)).map(([field]) => field))
  expect(warningsIn(response)).toEqual(fields.length > 0 ? [WARNING] : [])
}

const MOVED: Column = {
  kind: 'other organization',
  name: 'after its user has left the organization',
  refusal: 'NOTHING',
  credentials: async ({ victim: { organization }, own: { orgId } }) => ({
    token: await devEnv.mintToken({
      userId: organization.userId,
      orgIds: [orgId],
      scopes: ALL_SCOPES,
    }),
  }),
}

/** In the order of the table, because later mutations use the changes of earlier ones. */
describe.each(named(mutations))('%s', (_name, target) => {
  let first: SentRequest
  const headers = (): Record<string, string> => ({
    'idempotency-key': `${target.row} ${acting.marker}`,
  })
  const replays = [...columnsOf(target), MOVED]

  test('is permitted to an owner, with all costs', async () => {
    first = await target.send(acting, { token: acting.token, headers: headers() })
    expect(codesIn(first)).toEqual([])
    expectShown(first, target)
  })

  test.concurrent.each(named(replays))(
    "is refused with the owner's Idempotency-Key %s",
    async (_name, column) => {
      const credentials = await credentialsOf(column, acting)
      const response = await target.send(acting, { ...credentials, headers: headers() })

      expect(faultOf(response, target, column)).toBeUndefined()
      expectNothingOf(acting, response)
      for (const secret of secretsIn(first).filter((text) => !response.sent.includes(text)))
        expect(response.text).not.toContain(secret)
      expectHidden(response, target, column.kind)
    },
  )

  test.runIf(CREATING.has(target.row))('is done once with the same Idempotency-Key', async () => {
    const again = await target.send(acting, { token: acting.token, headers: headers() })
    expect(idsIn(again)).toEqual(idsIn(first))
  })

  test.runIf(isWithoutPrices(target))('shows no costs without prices:read', async () => {
    const token = await tokenAs(unpriced, WITHOUT_PRICES)
    const response = await target.send(unpriced, { token })

    expect(codesIn(response)).toEqual([])
    expectHidden(response, target, 'missing scope')
  })
})

describe.each(Object.keys(table.sensitive))('the sensitive field %s', (field) => {
  test('was shown to an owner', () => {
    expect(shown).toContain(field)
  })

  test.each(kinds)('was requested and not shown: %s', (kind) => {
    expect(hidden).toContain(`${field} ${kind}`)
  })
})

test('the rows of the other organization are unchanged', async () => {
  await devEnv.waitUntilIdle()

  expect(await readTenantRows(devEnv, victim.orgId)).toEqual(rowsOfVictim)
  expect(Object.values(rowsOfVictim).filter((text) => text !== '').length).toBeGreaterThan(10)
})

interface GraphqlBody {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: { readonly code: string }
  }[]
  readonly extensions?: { readonly warnings?: readonly string[] }
  /** Of a problem document. */
  readonly code?: string
  readonly detail?: string
}

function bodyOf({ headers, text }: RawResponse): GraphqlBody {
  const isJson = /json\b/.test(headers.get('content-type') ?? '')
  return isJson && !/ndjson/.test(headers.get('content-type') ?? '')
    ? (JSON.parse(text) as GraphqlBody)
    : {}
}

function codesIn(response: RawResponse): string[] {
  const { errors = [], code } = bodyOf(response)
  return [...errors.map(({ extensions }) => extensions.code), ...(code === undefined ? [] : [code])]
}

function warningsIn(response: RawResponse): readonly string[] {
  const warning = response.headers.get('x-takeoff-warning')
  if (warning !== null) return [warning]
  return (bodyOf(response).extensions?.warnings ?? []).filter((text) => text === WARNING)
}

/** What is wrong with a refusal; undefined if nothing is. */
function faultOf(response: RawResponse, target: Target, { refusal, scope }: Column): unknown {
  const codes = [...new Set(codesIn(response))]
  const { status, headers, text } = response
  if (refusal === 'UNAUTHENTICATED') {
    const isRight = status === 401 && headers.get('www-authenticate') === 'Bearer'
    return isRight && codes.join() === 'UNAUTHENTICATED' ? undefined : { status, codes }
  }
  if (refusal === 'NO_SERVICE')
    return status === 403 && codes.join() === 'FORBIDDEN' ? undefined : { status, codes }
  if (refusal === 'FORBIDDEN')
    return codes.join() === 'FORBIDDEN' && text.includes(scope ?? 'scope') ? undefined : text
  if (codes.length > 0) return codes.every((code) => NOT_FOUND.has(code)) ? undefined : codes
  const { data } = bodyOf(response)
  const isNothing =
    target.nothing === undefined
      ? Object.values(data ?? { none: 0 }).every(isEmpty)
      : isDeepStrictEqual(data, target.nothing)
  return isNothing ? undefined : (data ?? text)
}

/** Null, no members, or a page or object of such. */
function isEmpty(value: unknown): boolean {
  if (value === null) return true
  if (Array.isArray(value)) return value.every(isEmpty)
  return typeof value === 'object' && 'nodes' in value && isEmpty(value.nodes)
}

/** A message may repeat the caller's input, but not data that only the organization knows. */
function expectNothingOf(scene: OfficeScene, { text, headers, sent }: SentRequest): void {
  const received = `${text} ${JSON.stringify([...headers])}`
  for (const secret of secretsOf(scene).filter((one) => !sent.includes(one)))
    expect(received).not.toContain(secret)
}

/** @returns the sensitive fields that the response has, all of which must be null */
function expectHidden(response: RawResponse, target: Target, kind: Kind): string[] {
  const values = sensitiveValues(target, response)
  expect(values.filter(([, value]) => value !== null)).toEqual([])
  for (const field of target.sensitive) hidden.add(`${field} ${kind}`)
  return values.map(([field]) => field)
}

function expectShown(response: RawResponse, target: Target): void {
  for (const [field, value] of sensitiveValues(target, response))
    if (value !== null) shown.add(field)
  expect(warningsIn(response)).toEqual([])
}

/** The positive twin of every refusal: whether the request shows what only the organization knows. */
async function showsData(target: Target, response: SentRequest): Promise<boolean> {
  const { status, headers, text, sent } = response
  const values = Object.values(bodyOf(response).data ?? {}).flat()
  if (![200, 201, 302].includes(status) || values.includes(null)) return false
  const location = headers.get('location')
  if (status === 302 && location !== null) {
    const file = Buffer.from(await (await fetch(location)).arrayBuffer()).toString('latin1')
    return file.startsWith('%PDF') || file.includes(victim.marker)
  }
  if (target.isShared || UNMARKED.has(target.row)) return true
  return secretsOf(victim).some((one) => text.includes(one) && !sent.includes(one))
}

const secretsIn = ({ text }: RawResponse): string[] =>
  text.match(/whsec_[\w+/=]+|[\da-f]{8}-[\da-f-]{27}/g) ?? []

const idsIn = ({ text }: RawResponse): string[] => text.match(/"id":"?[\w-]+/g) ?? []
