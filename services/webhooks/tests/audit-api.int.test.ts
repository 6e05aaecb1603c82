import { verifyExport } from '@takeoff/webhooks-cli/audit-chains'
import type { ChainedRecord } from '@takeoff/contracts/audit-chain'
import type { AuditTarget } from '@takeoff/contracts/audit-record'
import { createAuditRecord } from '@takeoff/kit/events/audit'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, test } from 'vitest'
import { readChain } from './support/read-chain.ts'
import { startReceiver } from './support/receiver.ts'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { SERVICE_SECRET, startTestService, subscribe } from './support/test-service.ts'
import type { RequestOptions } from './support/test-service.ts'

const SERVICE_TOKEN = await serviceToken('webhooks', SERVICE_SECRET)

const LOG = `query (
  $orgId: Int!, $since: DateTime, $actor: AuditActorInput, $target: AuditTargetInput, $first: Int, $after: String
) {
  auditLog(orgId: $orgId, since: $since, actor: $actor, target: $target, first: $first, after: $after) {
    nodes {
      id sequence occurredAt recordedAt actor { userId clientId } operation target { type id } changes
      requestId trace clientAddress previousHash hash
    }
    pageInfo { hasNextPage endCursor }
  }
}`
const AUDITOR = { scope: 'audit:read' }

const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())
let lastOrgId = 100

const newOrgId = (): number => (lastOrgId += 1)

async function read(orgId: number, args: object = {}, options: RequestOptions = {}) {
  return service.graphql(LOG, { orgId, ...args }, { orgIds: [orgId], ...AUDITOR, ...options })
}

async function nodesOf(orgId: number, args: object = {}) {
  const { data, errors } = await read(orgId, args)
  expect(errors).toBeUndefined()
  return data.auditLog.nodes
}

interface Did {
  readonly userId?: number
  readonly clientId?: string
  readonly operation?: string
  readonly target?: { readonly type: AuditTarget; readonly id: number }
}

function recordOf(orgId: number, { userId = 7, clientId, ...did }: Did = {}) {
  const operation = {
    operation: 'vendorConnect',
    target: { type: 'vendor' as const, id: 3 },
    ...did,
  }
  return createAuditRecord({ caller: { userId, clientId } }, { orgId, ...operation })
}

describe('auditLog', () => {
  test('returns the records of an organization, newest first, in pages', async () => {
    const orgId = newOrgId()
    const records = Array.from({ length: 5 }, (_, n) => recordOf(orgId, { userId: n + 1 }))
    await service.publish(...records, recordOf(newOrgId()))
    const expected = records
      .map(({ id }) => id)
      .toSorted()
      .toReversed()

    const first = await read(orgId, { first: 2 })
    const { endCursor, hasNextPage } = first.data.auditLog.pageInfo
    const rest = await read(orgId, { first: 200, after: endCursor })
    expect(hasNextPage).toBe(true)
    expect(rest.data.auditLog.pageInfo.hasNextPage).toBe(false)
    const nodes = [...first.data.auditLog.nodes, ...rest.data.auditLog.nodes]
    expect(nodes.map(({ id }) => id)).toEqual(expected)
    const [chained] = await readChain(service.database, orgId)
    const { version: _version, orgId: _orgId, ...shown } = chained as ChainedRecord
    expect(nodes.find(({ id }) => id === shown.id)).toEqual(shown)
  })

  test('filters by time, actor and target; all filters hold together', async () => {
    const orgId = newOrgId()
    const other = { type: 'vendor' as const, id: 4 }
    await service.publish(
      recordOf(orgId, { userId: 1 }),
      recordOf(orgId, { userId: 1, clientId: 'importer', target: other }),
      recordOf(orgId, { userId: 2, clientId: 'importer', target: { type: 'webhook', id: 3 } }),
    )
    const found = async (args: object) =>
      (await nodesOf(orgId, args))
        .map(({ actor, target }) => `${actor.userId} ${target.type} ${target.id}`)
        .toSorted((a, b) => a.localeCompare(b))
    expect(await found({ actor: { userId: 1 } })).toEqual(['1 vendor 3', '1 vendor 4'])
    expect(await found({ actor: { clientId: 'importer' } })).toEqual(['1 vendor 4', '2 webhook 3'])
    expect(await found({ actor: { userId: 1, clientId: 'importer' } })).toEqual(['1 vendor 4'])
    expect(await found({ target: { type: 'vendor' } })).toHaveLength(2)
    expect(await found({ target: { type: 'webhook', id: 3 } })).toEqual(['2 webhook 3'])
    expect(await found({ target: { type: 'vendor', id: 4 }, actor: { userId: 2 } })).toEqual([])
    expect(await found({ since: new Date(Date.now() - 60_000) })).toHaveLength(3)
    expect(await found({ since: new Date(Date.now() + 60_000) })).toEqual([])
  })

  test.each([
    ['actor.clientId', { actor: { clientId: 'a\u0000' } }],
    ['target.id', { target: { type: 'webhook', id: 'a\u0000' } }],
  ])('refuses a text in %s that cannot be stored', async (argument, args) => {
    const { errors } = await read(newOrgId(), args)
    expect(errors).toMatchObject([
      {
        message: `${argument} must not hold a NUL character.`,
        extensions: { code: 'BAD_USER_INPUT', argument },
      },
    ])
  })

  test('refuses a target of an unknown type, with the known ones', async () => {
    const { errors } = await read(newOrgId(), { target: { type: 'vendors' } })
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(
          /^target\.type must be one of brand, .*, webhook\.$/,
        ) as string,
        extensions: { code: 'BAD_USER_INPUT', argument: 'target.type' },
      },
    ])
  })

  test('needs the scope audit:read and the organization', async () => {
    const orgId = newOrgId()
    await service.publish(recordOf(orgId))
    const refused = [
      await read(orgId, {}, { scope: 'webhooks:manage lists:write orders:write' }),
      await read(orgId, {}, { orgIds: [1] }),
    ]
    for (const { errors, data } of refused) {
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
      expect(data).toBeNull()
    }
  })

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 201 }, 'first'],
    [{ after: 'x' }, 'after'],
    [{ actor: {} }, 'actor'],
  ])('refuses %j', async (args, argument) => {
    const { errors } = await read(1, args)
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument } }])
  })
})

describe('the audit log of webhooks', () => {
  test('has each change of a webhook with its settings, and no secret', async () => {
    const orgId = newOrgId()
    const options = { orgIds: [orgId], headers: { 'x-client-address': '203.0.113.7' } }
    const secretPath = '/a-secret-path'
    const { id, secret } = await subscribe(service, receiver, { ...options, path: secretPath })
    const change = async (mutation: string): Promise<void> => {
      const { errors } = await service.graphql(`mutation { ${mutation} }`, {}, options)
      expect(errors).toBeUndefined()
    }
    const headers = 'headers: [{ name: "x-api-key", value: "a-secret-value" }]'
    await change(`webhookUpdate(id: ${id}, rateLimit: 7, ${headers}) { id }`)
    await change(`webhookUpdate(id: ${id}, rateLimit: 7) { id }`)
    await change(`webhookSecretRotate(id: ${id}, overlapHours: 1) { secret }`)
    await change(`webhookDisable(id: ${id}) { id }`)
    await change(`webhookDisable(id: ${id}) { id }`)
    await change(`webhookEnable(id: ${id}) { id }`)
    await change(`webhookUpdate(id: ${id}, url: "${receiver.url}/another-secret-path") { id }`)
    await change(`webhookVerificationResend(id: ${id}) { id }`)
    await change(`webhookDelete(id: ${id})`)

    const chain = await readChain(service.database, orgId)
    expect(chain.map(({ operation }) => operation)).toEqual([
      'webhookCreate',
      'webhookVerify',
      'webhookUpdate',
      'webhookSecretRotate',
      'webhookDisable',
      'webhookEnable',
      'webhookUpdate',
      'webhookVerificationResend',
      'webhookDelete',
    ])
    for (const record of chain) {
      expect(record).toMatchObject({
        actor: { userId: 7, clientId: null },
        target: { type: 'webhook', id: String(id) },
      })
    }
    expect(chain[2]).toMatchObject({
      clientAddress: '203.0.113.7',
      changes: {
        rateLimit: { before: null, after: 7 },
        headerNames: { before: [], after: ['x-api-key'] },
        sealedHeaders: { before: null, after: '[hidden]' },
      },
    })
    const { origin } = new URL(receiver.url)
    expect(chain[6]?.changes).toEqual({
      url: { before: `${origin}/…`, after: `${origin}/…` },
    })
    const text = JSON.stringify(chain)
    for (const hidden of [secretPath, secret, 'a-secret-value', 'another-secret-path'])
      expect(text).not.toContain(hidden)
  })

  test('has no change that was refused', async () => {
    const orgId = newOrgId()
    const { errors } = await service.graphql(
      'mutation ($orgId: Int!) { webhookCreate(orgId: $orgId, url: "nothing") { secret } }',
      { orgId },
      { orgIds: [orgId] },
    )
    expect(errors).toHaveLength(1)
    expect(await readChain(service.database, orgId)).toEqual([])
  })
})

describe('GET /exports/audit', () => {
  async function get(query: string, { orgIds = [1], scope = 'audit:read' }: RequestOptions = {}) {
    const token = await service.token({ orgIds, scope })
    return fetch(`${service.url}/exports/audit?${query}`, {
      headers: { authorization: `Bearer ${token}`, 'x-service-authorization': SERVICE_TOKEN },
    })
  }

  test('streams the chain as NDJSON that verifies, with the export itself as a record', async () => {
    const orgId = newOrgId()
    await service.publish(...Array.from({ length: 700 }, () => recordOf(orgId)))
    const response = await get(`orgId=${orgId}`, { orgIds: [orgId] })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="audit-${orgId}.ndjson"`,
    )
    const text = await response.text()
    expect(await verifyExport(text.split('\n'))).toMatchObject({
      orgId,
      records: 701,
      violation: null,
    })
    const lines = text.trimEnd().split('\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      operation: '/exports/audit',
      target: { type: 'export', id: `audit-${orgId}.ndjson` },
      actor: { userId: 7 },
    })
    const rest = await (await get(`orgId=${orgId}&after=701`, { orgIds: [orgId] })).text()
    expect(await verifyExport(rest.split('\n'))).toMatchObject({
      records: 1,
      sequence: 702,
      violation: null,
    })
  })

  test.each([
    ['orgId=1', { scope: 'webhooks:manage' }, 403, 'FORBIDDEN'],
    ['orgId=2', {}, 403, 'FORBIDDEN'],
    ['', {}, 400, 'BAD_USER_INPUT'],
    ['orgId=x', {}, 400, 'BAD_USER_INPUT'],
    ['orgId=1&after=-1', {}, 400, 'BAD_USER_INPUT'],
    ['orgId=1&orgId=2', {}, 400, 'BAD_USER_INPUT'],
    ['orgId=1&since=2026', {}, 400, 'BAD_USER_INPUT'],
  ])('refuses %s with %j', async (query, options, status, code) => {
    const response = await get(query, options)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })

  test.each([
    ['', 'orgId must be given and be an id, such as orgId=1.'],
    ['orgId=1&orgId=2', 'orgId must be given once.'],
    ['orgId=1&after=-1', 'after must be the sequence of a record, such as after=1.'],
    ['orgId=1&since=2026', 'There is no parameter "since" here. Known are orgId, format, after.'],
    ['orgId=1&format=csv', 'format must be ndjson.'],
  ])('says as other exports do what is wrong with %s', async (query, detail) => {
    expect(await (await get(query)).json()).toMatchObject({ detail })
  })

  test('is limited to 60 exports of an organization a minute', async () => {
    const orgId = newOrgId()
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) {
      const response = await get(`orgId=${orgId}`, { orgIds: [orgId] })
      statuses.push(response.status)
      await response.text()
    }
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(statuses[60]).toBe(429)
  })

  test('needs a token and the service secret', async () => {
    const headers = { 'x-service-authorization': SERVICE_TOKEN }
    expect((await fetch(`${service.url}/exports/audit?orgId=1`, { headers })).status).toBe(401)
    expect((await fetch(`${service.url}/exports/audit?orgId=1`)).status).toBe(403)
  })
})
