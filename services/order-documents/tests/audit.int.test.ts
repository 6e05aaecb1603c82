import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import type { AuditRecord } from '@takeoff/contracts/audit-record'
import { describe, expect, it, vi } from 'vitest'
import { createVendor } from '../src/testing/create-vendor.ts'
import { createDocument } from './create-document.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import { mutations } from './vendor-fields.ts'

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b9c7c989f97918e1-01'
const HEADERS = {
  'x-request-id': 'request-0001',
  'x-client-address': '203.0.113.7',
  traceparent: TRACE,
}
const BY_WHOM = {
  actor: { userId: 7, clientId: 'importer' },
  requestId: 'request-0001',
  trace: TRACE,
  clientAddress: '203.0.113.7',
}
const ABC = {
  providerIdentifier: 'abc-supply',
  accountNumber: 'RE-20417',
  branch: '0042',
  accessToken: 'a-token-that-is-never-shown',
}
const UPDATE_BRAND = `mutation ($orgId: Int!, $brand: OrganizationBrandInput!) {
  organizationBrandUpdate(orgId: $orgId, brand: $brand) { organizationBrand { name } }
}`

let lastOrgId = 100

const stack = await disposeAfterAll(startTestStack())
let token = await tokenOf([1])

function tokenOf(orgIds: readonly number[]): Promise<string> {
  const scope = 'orders:read orders:write lists:read vendors:write connections:write'
  return stack.issuer.token({
    claims: { sub: '7', client_id: 'importer', org_ids: orgIds, scope },
  })
}

/** The next `count` records of an organization, without what differs in each run. */
async function auditedIn(orgId: number, count: number): Promise<Partial<AuditRecord>[]> {
  const found = () => stack.audited.filter((record) => record.orgId === orgId)
  await expect.poll(found, { timeout: 10_000 }).toHaveLength(count)
  return found()
}

async function send(query: string, variables: Record<string, unknown>) {
  const { data, errors } = await stack.graphql({ query, variables, token, headers: HEADERS })
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

/** How many statements wait for a lock. */
async function lockedOut(): Promise<number> {
  const waiting = await stack.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length
}

describe('the audit log has a record of', () => {
  it('each change of a vendor, and of nothing where nothing changed', async () => {
    const orgId = (lastOrgId += 1)
    token = await tokenOf([orgId])
    const vendor = { vendorName: 'ABC', email: 'desk@abc.example' }
    const { answer } = await send(mutations.create, { orgId, vendor })
    const { id } = answer.vendor
    await send(mutations.update, { id, vendor: { email: 'desk@abc.example', addressLines: [] } })
    await send(mutations.update, { id, vendor: { ...vendor, email: 'other@abc.example' } })
    await send(mutations.archive, { id })
    await send(mutations.archive, { id })
    await send(mutations.restore, { id })

    const target = { type: 'vendor', id: String(id) }
    const after = { ...BY_WHOM, target }
    expect(await auditedIn(orgId, 4)).toMatchObject([
      {
        ...after,
        operation: 'vendorCreate',
        changes: {
          vendorName: { before: null, after: 'ABC' },
          email: { before: null, after: 'desk@abc.example' },
        },
      },
      {
        ...after,
        operation: 'vendorUpdate',
        changes: { email: { before: 'desk@abc.example', after: 'other@abc.example' } },
      },
      {
        ...after,
        operation: 'vendorArchive',
        changes: { isArchived: { before: false, after: true } },
      },
      {
        ...after,
        operation: 'vendorRestore',
        changes: { isArchived: { before: true, after: false } },
      },
    ])
  })

  it('each connection of a vendor, its change and its end, without the token', async () => {
    const orgId = (lastOrgId += 1)
    token = await tokenOf([orgId])
    const id = await createVendor(stack.database, { orgId, vendorName: 'ABC' })
    await send(mutations.connect, { id, connection: ABC })
    await send(mutations.connect, { id, connection: { ...ABC, branch: '0043' } })
    await send(mutations.disconnect, { id })
    await send(mutations.disconnect, { id })

    const records = await auditedIn(orgId, 3)
    const token_ = { before: '[hidden]', after: '[hidden]' }
    expect(records).toMatchObject([
      {
        ...BY_WHOM,
        operation: 'vendorConnect',
        target: { type: 'vendor', id: String(id) },
        changes: {
          providerIdentifier: { before: null, after: 'abc-supply' },
          accountNumber: { before: null, after: 'RE-20417' },
          accessTokenSealed: { before: null, after: '[hidden]' },
        },
      },
      {
        operation: 'vendorConnect',
        changes: { branch: { before: '0042', after: '0043' }, accessTokenSealed: token_ },
      },
      {
        operation: 'vendorDisconnect',
        changes: { providerIdentifier: { before: 'abc-supply', after: null } },
      },
    ])
    expect(JSON.stringify(records)).not.toContain(ABC.accessToken)
  })

  it('each change of a brand, with what changed, and of nothing where nothing changed', async () => {
    const orgId = (lastOrgId += 1)
    token = await tokenOf([orgId])
    await send(UPDATE_BRAND, { orgId, brand: { name: 'Ridgeline', phone: '1' } })
    await send(UPDATE_BRAND, { orgId, brand: { name: 'Ridgeline', phone: '2' } })
    await send(UPDATE_BRAND, { orgId, brand: { phone: '2' } })
    await send(UPDATE_BRAND, { orgId, brand: { phone: '3' } })

    expect(await auditedIn(orgId, 3)).toMatchObject([
      { operation: 'organizationBrandUpdate', target: { type: 'brand', id: String(orgId) } },
      { changes: { phone: { before: '1', after: '2' } } },
      { changes: { phone: { before: '2', after: '3' } }, ...BY_WHOM },
    ])
  })

  it('the first two changes of a brand, sent at once, each with the value that it replaced', async () => {
    const orgId = (lastOrgId += 1)
    token = await tokenOf([orgId])
    const requests = await stack.database.transaction(async (sql) => {
      await sql.query('lock table organization_profile in share mode')
      const sent = ['1', '2'].map((phone) => send(UPDATE_BRAND, { orgId, brand: { phone } }))
      await vi.waitUntil(async () => (await lockedOut()) === sent.length, { timeout: 5_000 })
      return { sent }
    })
    await Promise.all(requests.sent)

    const [first, second] = await auditedIn(orgId, 2)
    const before = first?.changes?.['phone']?.after
    expect(['1', '2']).toContain(before)
    expect([first, second]).toMatchObject([
      { changes: { phone: { before: null } } },
      { changes: { phone: { before } } },
    ])
  })

  it('each download through the authenticated address, and of no refused one', async () => {
    token = await tokenOf([1])
    const before = stack.audited.filter(({ orgId }) => orgId === 1).length
    const vendorId = await createVendor(stack.database, { orgId: 1, vendorName: 'Acme' })
    const list = stubList([stubItem({ vendor: { id: vendorId } })])
    stack.lists.add(list)
    const document = await createDocument(stack, { attributes: { productionListId: list.id } })
    const path = new URL(document.pdf.redirectUrl).pathname
    const headers = { ...HEADERS, authorization: `Bearer ${token}` }
    const foreign = { ...headers, authorization: `Bearer ${await tokenOf([2])}` }
    expect((await stack.fetch(path, { headers: foreign })).status).toBe(404)
    expect((await stack.fetch(path, { headers })).status).toBe(302)

    const records = await auditedIn(1, before + 1)
    expect(records.at(-1)).toMatchObject({
      ...BY_WHOM,
      operation: '/files',
      target: { type: 'file', id: path.split('/').at(-1) },
      changes: {},
    })
  })
})

describe('a change that cannot be recorded', () => {
  it('is not made', async () => {
    const orgId = (lastOrgId += 1)
    token = await tokenOf([orgId])
    await send(UPDATE_BRAND, { orgId, brand: { name: 'Before' } })
    await stack.database.query(
      `alter table outbox_message add constraint refused check (false) not valid`,
    )
    try {
      await expect(send(UPDATE_BRAND, { orgId, brand: { name: 'After' } })).rejects.toThrow(
        'INTERNAL_SERVER_ERROR',
      )
    } finally {
      await stack.database.query('alter table outbox_message drop constraint refused')
    }
    const rows = await stack.database.query(
      'select name from organization_profile where org_id = $1',
      [orgId],
    )
    expect(rows).toEqual([{ name: 'Before' }])
  })
})
