import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { post } from './support/client.ts'
import type { GraphqlError, Post, RawResponse } from './support/client.ts'
import { startCrowdedStack } from './support/crowded-stack.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { INTERNALS } from './support/internals.ts'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { createList } from './support/list.ts'
import { mistakes } from './support/mistakes/mistakes.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'
import { whileAway } from './support/while-away.ts'
import { wholeOperation } from './support/whole-operation.ts'

const devEnv = sharedDevEnv()
const documentedCodes = await readCodes()
const opened = new AsyncDisposableStack()
let scene: Scene

beforeAll(async () => {
  scene = opened.use(
    await createScene(devEnv, { itemCount: 4, documentCount: 2, deliveryCount: 1 }),
  )
})

afterAll(() => opened.disposeAsync())

interface ResponseBody {
  readonly data?: Record<string, unknown> | null
  readonly errors?: readonly GraphqlError[]
}

interface Failure {
  readonly status: number
  readonly headers: Headers
  readonly data: Record<string, unknown> | null | undefined
  readonly errors: readonly GraphqlError[]
}

function failureOf({ status, headers, text }: RawResponse): Failure {
  const { data, errors = [] } = JSON.parse(text) as ResponseBody
  expect(headers.get('content-type')).toContain('application/json')
  expect(errors).not.toEqual([])
  for (const { message, extensions } of errors) {
    expect(extensions.requestId).toBe(headers.get('x-request-id'))
    expect(documentedCodes).toContain(extensions.code)
    expect(message.length).toBeGreaterThan(10)
    expect(`${message} ${JSON.stringify(extensions)}`).not.toMatch(INTERNALS)
  }
  return { status, headers, data, errors }
}

async function send(body: unknown, request: Omit<Post, 'body'> = {}): Promise<Failure> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return failureOf(await post({ token: scene.token, ...request, body: text }))
}

const call = (
  name: string,
  variables: object,
  request: Omit<Post, 'body'> = {},
): Promise<Failure> => send({ query: wholeOperation(name), variables }, request)

const LIST = 'projectManagementProductionListById'
const UPDATE = 'projectManagementProductionListUpdate'
/** No row has it. */
const UNKNOWN_ID = 2_147_483_647
const ORDER = 'projectManagementOrderDocumentCreate'

/** What stands in place of the code of a mistake that succeeds, and the code that only files have. */
const NOT_OF_GRAPHQL = ['data', 'warning', 'RANGE_NOT_SATISFIABLE']

/** gateway/tests/planning.int.test.ts provokes them with operations that take as long to plan as it needs. */
const OF_PLANNING = ['OPERATION_TOO_COMPLEX', 'PLANNER_UNAVAILABLE']

interface Provocation {
  readonly provoke: () => Promise<Failure>
  readonly status: number
  /** The part of the message that says what to do. */
  readonly says: string
  /** Extensions beside the code. */
  readonly with?: () => object
}

/** Of the codes that neither mistakes.test.ts provokes nor the test of planning. */
const provocations: Readonly<Record<string, Provocation>> = {
  RENDERING_QUEUE_FULL: {
    provoke: async () => (await refusedByClosed()).rendering,
    status: 200,
    says: 'Try again in 5 seconds',
    with: () => ({ retryAfterSeconds: 5 }),
  },
  RATE_LIMITED: {
    provoke: async () => {
      for (let wrong = 0; wrong < 10; wrong += 1) await call('webhookVerify', { code: 'wrong' })
      return call('webhookVerify', { code: 'wrong' })
    },
    status: 429,
    says: 'Try again in',
    with: () => ({ retryAfterSeconds: expect.any(Number) as number }),
  },
  SUBGRAPH_UNAVAILABLE: {
    provoke: () => whileAway(devEnv, 'production-lists', () => call(LIST, { id: scene.list.id })),
    status: 200,
    says: 'production-lists service does not respond. Send the same request again',
  },
  COMMIT_UNKNOWN: {
    provoke: () =>
      losingCommits(() => call('jobUpsert', { orgId: scene.organization.orgId, name: LOST })),
    status: 200,
    says: 'with the same Idempotency-Key',
  },
  ORGANIZATION_READ_ONLY: {
    provoke: () =>
      whileFrozen(() => call('jobUpsert', { orgId: scene.organization.orgId, name: 'A job' })),
    status: 200,
    says: 'Nothing was changed. Send the same request again in a minute',
    with: () => ({ retryAfterSeconds: 60 }),
  },
  CHARACTERS_EXCEEDED: {
    provoke: () => send({ query: `{ __typename } #${' '.repeat(200_000)}` }),
    status: 400,
    says: 'more than 200000 characters',
    with: () => ({ limit: 200_000 }),
  },
  TOKENS_EXCEEDED: {
    provoke: () => send({ query: `{ ${'__typename '.repeat(10_000)} }` }),
    status: 400,
    says: 'more than 10000 tokens',
    with: () => ({ limit: 10_000 }),
  },
  FRAGMENTS_EXCEEDED: {
    provoke: () => send({ query: `{ a } ${'fragment F on A { a } '.repeat(501)}` }),
    status: 400,
    says: 'more than 500 fragments',
    with: () => ({ limit: 500 }),
  },
  FIELDS_EXCEEDED: {
    provoke: () => send({ query: `{ a { ${'b '.repeat(2000)} } }` }),
    status: 400,
    says: 'more than 2000 fields',
    with: () => ({ limit: 2000 }),
  },
  ROOT_FIELDS_EXCEEDED: {
    provoke: () => send({ query: `{ ${'__typename '.repeat(31)} }` }),
    status: 400,
    says: 'more than 30 fields at its root',
    with: () => ({ limit: 30 }),
  },
  DIRECTIVES_EXCEEDED: {
    provoke: () => send({ query: `{ __typename ${'@a '.repeat(51)} }` }),
    status: 400,
    says: 'more than 50 directives',
    with: () => ({ limit: 50 }),
  },
  INTROSPECTION_DISABLED: {
    provoke: async () => (await refusedByClosed()).introspection,
    status: 400,
    says: 'Introspection is switched off',
  },
  PERSISTED_DOCUMENT_REQUIRED: {
    provoke: async () => (await refusedByClosed()).query,
    status: 400,
    says: 'Send documentId instead',
  },
  INTERNAL_SERVER_ERROR: {
    provoke: async () => {
      const templateId = await scene.organization.createTemplate([{}])
      await using database = await openPlainDatabase(devEnv.databases['production-lists'])
      await database.query(
        `update template_line set measure = '"spoilt"'::jsonb where template_id = $1`,
        [templateId],
      )
      return call('projectManagementProductionListCreate', {
        jobId: scene.jobId,
        templateIds: [templateId],
      })
    },
    status: 200,
    says: 'Tell us the request id',
  },
}

/** Name of a job whose insert ends the connection while its transaction commits. */
const LOST = 'Lost at the commit'

async function losingCommits<T>(work: () => Promise<T>): Promise<T> {
  await using database = await openPlainDatabase(devEnv.databases['production-lists'])
  await database.query(
    `create function lose_connection() returns trigger language plpgsql as
       'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`,
  )
  await database.query(
    `create constraint trigger lose_connection after insert on job deferrable initially deferred
       for each row when (new.name = '${LOST}') execute function lose_connection()`,
  )
  try {
    return await work()
  } finally {
    await database.query('drop function lose_connection cascade')
  }
}

/** The organization of the scene is read-only meanwhile, as while it is moved. */
async function whileFrozen<T>(work: () => Promise<T>): Promise<T> {
  await using database = await openPlainDatabase(devEnv.databases['production-lists'])
  await database.query('insert into frozen_organization (id) values ($1)', [scene.orgId])
  try {
    return await work()
  } finally {
    await database.query('delete from frozen_organization where id = $1', [scene.orgId])
  }
}

/** What is refused where only persisted documents run, without introspection, and no document waits to be rendered. */
const refusedByClosed = once(async () => {
  const { listId } = await createList(
    scene.organization,
    Array.from({ length: 100 }, () => ({})),
  )
  await using closed = await startCrowdedStack(devEnv, {
    INTROSPECTION: 'off',
    PERSISTED_DOCUMENTS: path.join(import.meta.dirname, 'support/persisted-documents.json'),
    PERSISTED_DOCUMENTS_ONLY: 'on',
  })
  const variables = { attributes: { productionListId: listId } }
  const body = JSON.stringify({ documentId: 'order', variables })
  return {
    introspection: await send({ documentId: 'introspection' }, closed),
    query: await send({ query: '{ __typename }' }, closed),
    rendering: await refusedOf(() => post({ ...closed, token: scene.token, body })),
  }
})

/** Requests after which nothing is refused any more. */
const REQUESTS_MAX = 100

/** The work is done by the first call, and its result kept. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/** Sends requests concurrently until one is refused. */
async function refusedOf(send: () => Promise<RawResponse>): Promise<Failure> {
  let refused: RawResponse | undefined
  const keepSending = async (): Promise<void> => {
    for (let sent = 0; refused === undefined && sent < REQUESTS_MAX; sent += 1) {
      const response = await send()
      if (response.text.includes('"errors"')) refused = response
    }
  }
  await Promise.all([keepSending(), keepSending(), keepSending()])
  if (refused === undefined) throw new Error('nothing was refused')
  return failureOf(refused)
}

test('every code of docs/errors.md is provoked, here or by a mistake, and no other', () => {
  const ofMistakes = new Set(Object.values(mistakes).flatMap((of) => of.map(({ code }) => code)))
  for (const code of NOT_OF_GRAPHQL) ofMistakes.delete(code)
  expect([...Object.keys(provocations), ...OF_PLANNING, ...ofMistakes].toSorted()).toEqual(
    documentedCodes.toSorted(),
  )
})

describe('an error', () => {
  test.each(Object.entries(provocations))(
    'the message of %s says what to do',
    async (code, provocation) => {
      const { status, errors } = await provocation.provoke()

      expect(status).toBe(provocation.status)
      expect(errors[0]?.message).toContain(provocation.says)
      expect(errors[0]?.extensions).toMatchObject({ code, ...provocation.with?.() })
    },
  )

  test('RATE_LIMITED has a Retry-After header', async () => {
    const { headers, errors } = await call('webhookVerify', { code: 'wrong' })

    expect(errors[0]?.extensions.code).toBe('RATE_LIMITED')
    expect(Number(headers.get('retry-after'))).toBe(errors[0]?.extensions['retryAfterSeconds'])
  })

  test('UNAUTHENTICATED has a WWW-Authenticate header', async () => {
    const { headers } = await send({ query: '{ __typename }' }, { token: 'nonsense' })

    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test('has the request id of the client', async () => {
    const { errors } = await call(
      UPDATE,
      { id: 0 },
      { headers: { 'x-request-id': 'request-4711' } },
    )

    expect(errors[0]?.extensions.requestId).toBe('request-4711')
  })
})

describe('while a subgraph is down', () => {
  afterEach(() => devEnv.waitUntilIdle())

  const codesOf = ({ errors }: Failure): Set<string> =>
    new Set(errors.map(({ extensions }) => extensions.code))
  const unavailable = new Set(['SUBGRAPH_UNAVAILABLE'])

  test('fields of other subgraphs are returned without order-documents', async () => {
    const naming = (vendorId: number) =>
      call(UPDATE, {
        id: scene.list.id,
        listItems: [{ id: scene.list.itemIds[0], vendorId }],
      })
    const [list, update, refused, file] = await whileAway(devEnv, 'order-documents', () =>
      Promise.all([
        call(LIST, { id: scene.list.id }),
        naming(scene.vendorId),
        naming(UNKNOWN_ID),
        fetch(scene.document.pdf.url),
      ]),
    )

    expect([list.status, codesOf(list)]).toEqual([200, unavailable])
    expect(list.errors.map(({ path }) => path)).toContainEqual([LIST, 'orders'])
    expect(list.data).toMatchObject({
      [LIST]: {
        id: scene.list.id,
        orders: null,
        salesOpportunity: { job: { name: `${scene.marker} Lane 1` } },
        listItems: scene.list.itemIds.map((id) => ({ id })),
      },
    })
    // production-lists knows the vendors that it has copied, and cannot check others.
    expect([update.status, codesOf(update)]).toEqual([200, unavailable])
    expect(update.data).toMatchObject({ [UPDATE]: { productionList: { id: scene.list.id } } })
    expect([refused.status, codesOf(refused)]).toEqual([200, unavailable])
    expect(refused.data).toEqual({ [UPDATE]: null })
    expect(await problemOf(file)).toMatchObject({ status: 502, code: 'SUBGRAPH_UNAVAILABLE' })
  })

  test('fields of other subgraphs are returned without production-lists', async () => {
    const operation = 'projectManagementOrderDocuments'
    const [documents, order] = await whileAway(devEnv, 'production-lists', () =>
      Promise.all([
        call(operation, { orderDocumentIds: [scene.document.id] }),
        call(ORDER, {
          orderDocumentAttributes: {
            productionListId: String(scene.list.id),
            vendorId: scene.vendorId,
          },
        }),
      ]),
    )

    expect([documents.status, codesOf(documents)]).toEqual([200, unavailable])
    expect(documents.data).toMatchObject({
      [operation]: [
        {
          id: scene.document.id,
          pdf: { redirectUrl: scene.document.pdf.redirectUrl },
          productionList: null,
          order: { orderListItems: [{ listItem: null }, { listItem: null }] },
        },
      ],
    })
    // A list that cannot be read cannot be ordered.
    expect([order.status, codesOf(order)]).toEqual([200, unavailable])
    expect(order.data).toEqual({ [ORDER]: null })
  })

  test('the gateway stays ready, and its deep readiness names the service', async () => {
    await devEnv.freeze('webhooks')
    try {
      expect((await fetch(`${devEnv.urls.gateway}/health/ready`)).status).toBe(200)
      await vi.waitFor(async () => {
        const response = await fetch(`${devEnv.urls.gateway}/health/ready?deep`)
        expect(await problemOf(response)).toMatchObject({
          status: 503,
          code: 'NOT_READY',
          detail: expect.stringContaining('webhooks') as string,
        })
      }, 10_000)
    } finally {
      // Before the hook after each test, which waits until the stack is idle.
      await devEnv.thaw('webhooks')
    }
  })
})

describe('a query that does not match the schema', () => {
  test('with an invalid time is BAD_USER_INPUT, as a literal and as a variable', async () => {
    const { id } = scene.webhook
    const literal = await send({
      query: `{ webhook(id: ${id}) { deliveries(since: "yesterday") { nodes { id } } } }`,
    })
    const variable = await call('webhook', { id, deliveries_since: 'yesterday' })

    for (const { status, data, errors } of [literal, variable]) {
      expect([status, data]).toEqual([400, undefined])
      expect(errors[0]?.message).toContain('ISO 8601')
      expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
    }
    expect(literal.errors[0]?.message).toContain('Argument "since": "yesterday"')
    expect(literal.errors[0]?.extensions).toMatchObject({ argument: 'since' })
    expect(variable.errors[0]?.extensions).toMatchObject({ argument: 'deliveries_since' })
  })

  test('with an invalid time beside other fields returns those, with status 200', async () => {
    const { status, data, errors } = await send({
      query: `query ($id: Int!, $since: DateTime) {
        list: ${LIST}(id: ${scene.list.id}) { id }
        webhook(id: $id) { deliveries(since: $since) { nodes { id } } }
      }`,
      variables: { id: scene.webhook.id, since: 'yesterday' },
    })
    expect([status, data]).toEqual([200, { list: { id: scene.list.id }, webhook: null }])
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'since' })
  })
})

async function problemOf(response: Response): Promise<unknown> {
  const text = await response.text()
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(text).not.toMatch(INTERNALS)
  const problem = JSON.parse(text) as { status: number; requestId: string }
  expect(problem.status).toBe(response.status)
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  return problem
}

/** The codes in the first column of the table. */
async function readCodes(): Promise<string[]> {
  const text = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  const cells = text.matchAll(/^\| (`[^|]+)\|/gm)
  return [...cells].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, c = '']) => c),
  )
}
