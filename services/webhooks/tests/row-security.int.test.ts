import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import {
  openAsProcess,
  recordExecutions,
  tablesWithoutPolicies,
} from '@takeoff/kit/testing/row-security'
import { testRowSecurity } from '@takeoff/kit/testing/test-row-security'
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

const options = { name: 'webhooks', entities, migrations }
const executions = recordExecutions(options.name)
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

testRowSecurity(options, () => ({ database: service.database, process }), {
  executions,
  // Its metrics also count workers and unreadable messages, which belong to no organization.
  leaks: ['services/webhooks/src/db/backlog.ts'],
})
