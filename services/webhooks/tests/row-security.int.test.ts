import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import {
  entitiesPastPolicies,
  openAsProcess,
  recordExecutions,
  replayAsStranger,
  scansWithoutPolicy,
  tablesWithoutPolicies,
  unrefusedChanges,
} from '@takeoff/kit/testing/row-security'
import { invariant } from '@takeoff/kit/values/invariant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { readBacklog } from '../src/db/backlog.ts'
import { migrations } from '../src/db/migrations.ts'
import { createMaintenanceMetrics } from '../src/maintenance/maintenance-metrics.ts'
import { runMaintenance } from '../src/maintenance/run-maintenance.ts'
import { openOwner } from './support/open-owner.ts'
import { startReceiver } from './support/receiver.ts'
import {
  isEventOf,
  listEvent,
  startTestService,
  subscribe,
  waitUntilIdle,
} from './support/test-service.ts'

const name = 'webhooks'
const options = { name, entities, migrations }
const executions = recordExecutions(name)
const service = await disposeAfterAll(startTestService())
const receiver = await disposeAfterAll(startReceiver())
let process: Database

/** Organization 2 uses the service, and work in the background serves it. */
beforeAll(async () => {
  process = await openAsProcess(service.database, options)
  const caller = { orgIds: [2] }
  const { id } = await subscribe(service, receiver, caller)
  await service.publish(listEvent(undefined, { orgId: 2 }))
  const [received] = await receiver.until(isEventOf(id))
  await waitUntilIdle(service)
  const { errors } = await service.graphql(
    `mutation ($id: Int!, $deliveryId: ID!) {
      webhookUpdate(id: $id, events: ["project-management-production-list-created"]) { id }
      webhookSecretRotate(id: $id) { secret }
      webhookTest(id: $id, event: "project-management-production-list-created") { id }
      webhookDeliveryRetry(id: $deliveryId) { id }
    }`,
    { id, deliveryId: received?.headers['webhook-id'] },
    caller,
  )
  invariant(errors === undefined, JSON.stringify(errors))
  await service.graphql(
    `query ($id: Int!) { webhooks(orgId: 2) { nodes { id } }
      webhook(id: $id) { deliveries { nodes { id attempts { statusCode } } } } }`,
    { id },
    caller,
  )
  await waitUntilIdle(service)
  const { subscriptions } = await readBacklog(process.forWork('metrics'))
  invariant(subscriptions['enabled'] === 1, 'the metrics do not count the subscription')
})
afterAll(async () => {
  await process[Symbol.asyncDispose]()
})

test('every table with an organization has policies', async () => {
  expect(await tablesWithoutPolicies(service.database)).toEqual([])
})

test('callers can change no table of an organization while it is moved', async () => {
  expect(await unrefusedChanges(service.database)).toEqual([])
})

test('partitions that maintenance makes have policies, and show callers no row', async () => {
  await using owner = await openOwner(service.database)
  await runMaintenance({
    database: owner.forWork('maintenance'),
    logger: createLogger('test', 'silent'),
    metrics: createMaintenanceMetrics(createMetrics('test')),
    retentionDays: 30,
    auditRetentionDays: 730,
  })
  expect(await tablesWithoutPolicies(service.database)).toEqual([])
  const partitions = await service.database.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid
     where c.relkind = 'r'`,
  )
  expect(partitions.length).toBeGreaterThan(6)
  for (const partition of partitions) {
    const rows = await process.ofOrganizations([2]).query(`select from ${partition.name}`)
    expect(rows).toEqual([])
  }
})

test('every statement is limited by policies when its condition on the organization is removed', async () => {
  expect(await scansWithoutPolicy({ service: name, owned: service.database }, process)).toEqual([])
})

test('statements without their condition return and change no row of another organization', async () => {
  const { leaks, withoutPolicies } = await replayAsStranger(service.database, executions, options)
  // Its metrics also count workers and unreadable messages, which belong to no organization.
  expect(leaks).toEqual(['services/webhooks/src/db/backlog.ts'])
  expect(withoutPolicies).toBeGreaterThan(8)
})

test('the unit of work finds no entity of another organization when its filter is off', async () => {
  expect(await entitiesPastPolicies(process)).toEqual([])
})
