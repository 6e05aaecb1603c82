import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { post, startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse } from './fixtures/start-gateway.ts'

/** Nothing is refilled that an expectation could see. */
const BUDGETS = {
  COST_MAX: '50',
  BUDGET_ORGANIZATION_PER_SECOND: '1',
  BUDGET_ORGANIZATION_BURST: '100000',
  BUDGET_TOKEN_PER_SECOND: '1',
  BUDGET_TOKEN_BURST: '5000',
}
const PERSISTED = 'query Persisted { warehouses }'

let organizations = 0

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-documents'))
await writeFile(path.join(folder, 'relay.json'), JSON.stringify({ persisted: PERSISTED }))
const library = await disposeAfterAll(startLibrary())
const issuer = await disposeAfterAll(startTestIssuer())
const gateway = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    AUTH: 'on',
    AUTH_ISSUER: issuer.url,
    PERSISTED_DOCUMENTS: folder,
    ...BUDGETS,
  }),
)

type Send = (body: object) => Promise<TestResponse>

/** A caller of an organization of its own. */
async function newCaller(): Promise<Send> {
  organizations += 1
  const token = await issuer.token({ claims: { org_ids: [organizations] } })
  const headers = { authorization: `Bearer ${token}` }
  return (body) => post(`${gateway.url}/graphql`, JSON.stringify(body), headers)
}

/** A document of this many tokens that is not valid. */
function invalid(tokens: number, name: string): { readonly query: string } {
  return { query: `query ${name} { books { ${'nothing '.repeat(tokens - 7)}} }` }
}

const codeOf = ({ body }: TestResponse): unknown => body.errors?.[0]?.extensions['code']

/** Points of the token that are used, in hundreds: some points are refilled meanwhile. */
function hundredsUsed({ headers }: TestResponse): number {
  const left = Number(/"token";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  return Math.ceil((5000 - left) / 100)
}

describe('a document that is new to the gateway', () => {
  it('is charged by its tokens when it is refused, and once only', async () => {
    const send = await newCaller()
    for (let times = 0; times < 3; times += 1) {
      const refused = await send(invalid(1000, 'Refused'))
      expect([refused.status, codeOf(refused)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED'])
    }
    expect(hundredsUsed(await send(invalid(1000, 'Other')))).toBe(20)
  })

  it('is charged also when it is no GraphQL, or larger than allowed', async () => {
    const send = await newCaller()
    const broken = await send({ query: `{ ${'a '.repeat(1000)}` })
    expect([codeOf(broken), hundredsUsed(broken)]).toEqual(['GRAPHQL_PARSE_FAILED', 11])
    const deep = await send({ query: `{ ${'a { '.repeat(1000)}` })
    expect([codeOf(deep), hundredsUsed(deep)]).toEqual(['DEPTH_EXCEEDED', 31])
  })

  it('is charged on top of its operation when it is valid, and only the first time', async () => {
    const send = await newCaller()
    const query = `query Valid { books { ${'id '.repeat(200)}} }`
    expect(hundredsUsed(await send({ query }))).toBe(3)
    expect(hundredsUsed(await send({ query }))).toBe(3)
  })

  it('is not charged when the operator has persisted it', async () => {
    const send = await newCaller()
    expect(hundredsUsed(await send({ documentId: 'persisted' }))).toBe(1)
  })

  it('is RATE_LIMITED when its caller has no points for it, and other callers are served', async () => {
    const [one, other] = await Promise.all([newCaller(), newCaller()])
    for (const name of ['A', 'B', 'C']) await one(invalid(1500, name))
    const { status, headers, body } = await one(invalid(1500, 'D'))
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('The check of the document may cost') as string,
      extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) as number },
    })
    expect((await other(invalid(1500, 'D'))).status).toBe(400)
    expect((await one({ query: PERSISTED })).status).toBe(200)
  })
})

it('an organization with many operations that are new does not keep the planner from others', async () => {
  const [one, other] = await Promise.all([newCaller(), newCaller()])
  const names = Array.from({ length: 400 }, (_, number) => `N${number}`)
  const query = names.map((name) => `query ${name} { warehouses }`).join(' ')
  await one({ query, operationName: 'N0' })
  const sent = Promise.all(names.map((operationName) => one({ query, operationName })))
  expect((await other({ query: 'query New { warehouses }' })).status).toBe(200)
  const statuses = (await sent).map(({ status }) => status)
  expect(statuses.filter((status) => ![200, 429].includes(status))).toEqual([])
  expect(statuses).toContain(429)
})

it('a new document that many requests of an organization send at once waits in one place', async () => {
  const send = await newCaller()
  const sent = Array.from({ length: 150 }, () => send({ query: 'query Equal { warehouses }' }))
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  expect(statuses).toEqual(sent.map(() => 200))
})

it('many errors of a document are reported in part, each with its place', async () => {
  const send = await newCaller()
  const { body } = await send({ query: '{ warehouses\n missing }' })
  expect(body.errors).toEqual([
    {
      message: 'Cannot query field "missing" on type "Query".',
      locations: [{ line: 2, column: 2 }],
      extensions: {
        code: 'GRAPHQL_VALIDATION_FAILED',
        requestId: expect.any(String) as string,
      },
    },
  ])
  expect((await send(invalid(500, 'Many'))).body.errors?.length).toBeLessThan(12)
})

it('a query that is known by its hash is validated like any other', async () => {
  const send = await newCaller()
  const query = '{ warehouses missing }'
  const sha256Hash = hash('sha256', query, 'hex')
  const extensions = { persistedQuery: { version: 1, sha256Hash } }
  expect(codeOf(await send({ query, extensions }))).toBe('GRAPHQL_VALIDATION_FAILED')
  expect(codeOf(await send({ extensions }))).toBe('PERSISTED_QUERY_NOT_FOUND')
})
