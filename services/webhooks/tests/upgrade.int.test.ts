import { randomUUID } from 'node:crypto'
import { openDatabase } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const before = migrations.slice(
  0,
  migrations.findIndex(({ name }) => name === '0002-hot-and-finished'),
)

test('deliveries from before migration 0002 keep their state, their attempts and their next attempt', async () => {
  await using old = await createTestDatabase({ name: 'webhooks', entities, migrations: before })
  const [waiting, delivered, event] = [randomUUID(), randomUUID(), randomUUID()]
  await old.query(
    `with hook as (
       insert into webhook (org_id, url, created_at, updated_at, verification_code,
         verification_code_hash, verification_expires_at)
       values (1, 'https://example.com', now(), now(), '', '', now()) returning id
     ), event as (
       insert into domain_event (id, org_id, name, occurred_at, aggregate_type, aggregate_id, sequence, data)
       values ($3, 1, 'production-list.created', now(), 'production-list', '7', 1, '{"jobId":1}')
     )
     insert into delivery (id, webhook_id, org_id, event, domain_event_id, state, attempts, due_at, fence)
     select v.id, hook.id, 1, 'project-management-production-list-created', $3, v.state, v.attempts,
       '2026-11-21T12:00:00Z', 3
     from hook, (values ($1::uuid, 'pending', 1), ($2::uuid, 'delivered', 2)) v (id, state, attempts)`,
    [waiting, delivered, event],
  )
  await old.query(
    `insert into attempt (delivery_id, org_id, at, status_code, duration_ms, error)
     values ($1, 1, '2026-11-20T10:00:00Z', 500, 5, 'answered 500'),
       ($2, 1, '2026-11-20T10:00:00Z', 500, 5, 'answered 500'),
       ($2, 1, '2026-11-20T10:05:00Z', 204, 4, null)`,
    [waiting, delivered],
  )

  await using database = await openDatabase({
    url: old.adminUrl,
    migrationUrl: old.ownerUrl,
    poolSize: 2,
    entities,
    migrations,
    logger: createLogger('test', 'silent'),
  })
  await database.migrate()

  expect(
    await database.query(
      `select id, attempts, fence, due_at = '2026-11-21T12:00:00Z' as "isDueThen",
         jsonb_path_query_array(log, '$[*].statusCode') as answers from delivery`,
    ),
  ).toEqual([{ id: waiting, attempts: 1, fence: 3, isDueThen: true, answers: [500] }])
  expect(
    await database.query(
      `select id, state, fence, jsonb_path_query_array(log, '$[*].statusCode') as answers,
         finished_at = '2026-11-20T10:05:00Z' as "isFinishedThen" from finished_delivery`,
    ),
  ).toEqual([
    { id: delivered, state: 'delivered', fence: 3, answers: [500, 204], isFinishedThen: true },
  ])
  expect(await database.query('select id, data from domain_event')).toEqual([
    { id: event, data: { jobId: 1 } },
  ])
})
