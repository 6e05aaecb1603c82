import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { runCli } from '@takeoff/webhooks-cli/cli'
import { readConfig } from '@takeoff/webhooks-cli/config'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaled } from '@takeoff/kit/testing/scale'
import { graphql, graphqlData } from '../e2e/support/client.ts'
import { sharedDevEnv } from '../e2e/support/dev-env.ts'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { PATIENCE_MS, patiently } from './patiently.ts'
import type { Unavailability } from './patiently.ts'

const SCALE = scaled({ changes: 20_000, kills: 20 }, { changes: 200, kills: 3 })
const VICTIMS = ['production-lists', 'webhooks', 'webhooks-2'] as const
const ORGANIZATIONS = 3
const CALLERS = 12
const LOOK_MS = 50
const LIMIT_MS = 1_800_000

const CHANGE = `mutation ($orgId: Int!, $product: ProductInput!) {
  productUpsert(orgId: $orgId, product: $product) { product { id } }
}`
const NEWEST = `query ($orgId: Int!) {
  auditLog(orgId: $orgId, target: { type: "product" }, first: 200) {
    nodes { operation actor { userId } clientAddress requestId }
  }
}`

const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let databases: OwnDatabases
let organizations: Organization[]

beforeAll(async () => {
  databases = await openOwnDatabases(opened, devEnv.databases)
  organizations = await Promise.all(
    Array.from({ length: ORGANIZATIONS }, async () => opened.use(await createOrganization(devEnv))),
  )
})
afterAll(() => opened.disposeAsync())

test(
  `each of ${SCALE.changes} changes has one audit record, and the chains are whole, despite ${SCALE.kills} kills`,
  async () => {
    const startedAt = performance.now()
    const figures = await changeWhileKilling()
    const secondsOfWriting = Math.round((performance.now() - startedAt) / 1000)
    const changed = await changedProducts()
    await expect.poll(countAudited, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(changed.length)
    await devEnv.waitUntilIdle(PATIENCE_MS)
    process.stdout.write(
      `[audit] ${JSON.stringify({ ...figures, changes: changed.length, secondsOfWriting })}\n`,
    )

    expect(changed.length).toBe(SCALE.changes)
    expect((await auditedProducts()).toSorted()).toEqual(changed.toSorted())
    for (const { orgId, userId, token } of organizations) {
      expect(await verify(orgId)).toMatch(/: \d+ records are intact/)
      const { auditLog } = await graphqlData<AuditLog>(NEWEST, { orgId }, { token })
      expect(auditLog.nodes.length).toBeGreaterThan(0)
      for (const node of auditLog.nodes) {
        expect(node).toEqual({
          operation: 'productUpsert',
          actor: { userId },
          clientAddress: '127.0.0.1',
          requestId: expect.any(String) as string,
        })
      }
    }
  },
  LIMIT_MS,
)

interface AuditLog {
  readonly auditLog: { readonly nodes: readonly object[] }
}

/** Callers make the changes through the API, each once, while processes are killed one after the other. */
async function changeWhileKilling() {
  const tally = { unavailable: 0, kills: 0 }
  const progress = { begun: 0, done: 0 }
  const call = async (): Promise<void> => {
    while (progress.begun < SCALE.changes) {
      progress.begun += 1
      await change(progress.begun, tally)
      progress.done += 1
    }
  }
  const kill = async (): Promise<void> => {
    while (tally.kills < SCALE.kills) {
      const victim = VICTIMS[tally.kills % VICTIMS.length] ?? 'webhooks'
      const from = ((tally.kills + 1) / (SCALE.kills + 1)) * SCALE.changes
      while (progress.done < from) await delay(LOOK_MS)
      await devEnv.whenReady(victim)
      if (await devEnv.kill9(victim)) tally.kills += 1
    }
  }
  await Promise.all([kill(), ...Array.from({ length: CALLERS }, call)])
  return tally
}

/** As a careful integrator: the same Idempotency-Key until there is a response. */
async function change(n: number, tally: Unavailability): Promise<void> {
  const organization = organizations[n % ORGANIZATIONS]
  if (organization === undefined) throw new Error('there is no organization')
  const { orgId, token } = organization
  const variables = { orgId, product: { name: `Product ${n}`, productType: 'MATERIAL' } }
  const headers = { 'idempotency-key': `${orgId} ${n}` }
  const request = () => graphql(CHANGE, variables, { token, headers })
  const { errors } = await patiently(request, { tally })
  if (errors !== undefined) throw new Error(`a change was refused: ${JSON.stringify(errors)}`)
}

const orgIds = () => organizations.map(({ orgId }) => orgId)

async function changedProducts(): Promise<string[]> {
  const rows = await databases['production-lists'].query<{ id: string }>(
    'select id::text from product where org_id = any($1)',
    [orgIds()],
  )
  return rows.map(({ id }) => id)
}

/** The products of all records, with duplicates. */
async function auditedProducts(): Promise<string[]> {
  const rows = await databases.webhooks.query<{ id: string }>(
    `select target_id as id from audit_record where org_id = any($1) and target_type = 'product'`,
    [orgIds()],
  )
  return rows.map(({ id }) => id)
}

async function countAudited(): Promise<number> {
  return (await auditedProducts()).length
}

/** Runs `npm run audit -- verify` on the stack. */
async function verify(orgId: number): Promise<string> {
  let out = ''
  await runCli(['audit', 'verify', '--org', String(orgId)], {
    stop: new AbortController().signal,
    readConfig: () => readConfig({ TAKEOFF_HOME: path.dirname(devEnv.logs) }),
    out: (text) => void (out += text),
    err: (text) => void (out += text),
  })
  return out
}
