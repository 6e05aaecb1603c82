import { connect } from 'node:net'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createLogger } from '@takeoff/kit/service/logger'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { startProgram } from '@takeoff/kit/testing/run-program'
import { startPostgresFront } from '@takeoff/kit/testing/postgres-front'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { loadDevelopmentData } from '../src/development-data.ts'
import { startService } from '../src/service.ts'

const SERVICE_SECRET = 'the service secret of production-lists'

const database = await disposeAfterAll(
  createTestDatabase({ name: 'production-lists', entities, migrations }),
)
await loadDevelopmentData(database)
const issuer = await disposeAfterAll(startTestIssuer())
const receiver = await disposeAfterAll(startReceiver())
const VARIABLES = {
  DATABASE_URL: database.url,
  DATABASE_MIGRATION_URL: database.ownerUrl,
  AUTH_ISSUER: issuer.url,
  SERVICE_SECRET,
  EVENTS_URL: `${receiver.url}/events`,
  EVENTS_SECRET: 'the bearer secret of POST /events',
  ORDER_DOCUMENTS_URL: 'http://127.0.0.1:9/graphql',
  ORDER_DOCUMENTS_SECRET: 'the service secret of order-documents',
}
const config = readConfig(VARIABLES)
const service = await disposeAfterAll(startService(config, createLogger('test', 'silent')))

test('waits for its database at the start: it is live and refuses requests for now', async () => {
  let isAway = true
  await using front = await startPostgresFront(undefined, (connection) => {
    if (isAway) return void connection.destroy()
    const server = connect(Number(new URL(database.url).port), '127.0.0.1')
    pipeline(connection, server, connection).catch(() => undefined)
  })
  const port = await findFreePort()
  const starting = startService(
    { ...config, port, databaseUrl: throughPort(database.url, front.port) },
    createLogger('test', 'silent'),
  )
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => front.firstPackets.length).toBeGreaterThan(1)
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  for (const route of ['/health/ready', '/graphql']) {
    const { status, headers } = await fetch(`${url}${route}`)
    expect([route, status, headers.get('retry-after')]).toEqual([route, 503, '1'])
  }

  isAway = false
  await using _service = await starting
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
})

test('a database that refuses its password ends the start', async () => {
  const url = new URL(database.url)
  url.username = 'unknown'
  const starting = startService(
    { ...config, port: await findFreePort(), databaseUrl: url.href },
    createLogger('test', 'silent'),
  )
  await expect(starting).rejects.toThrow(/"unknown"/)
})

test('SIGTERM ends a process that waits for its database', async () => {
  const program = startProgram(path.join(import.meta.dirname, '../src/main.ts'), [], {
    ...VARIABLES,
    PORT: String(await findFreePort()),
    DATABASE_URL: 'postgres://user:password@127.0.0.1:9/database',
  })
  await program.printed()
  const { code, output } = await program.end('SIGTERM')
  expect(output).toContain('waiting for the database')
  expect(code).toBe(0)
})

function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.port = String(port)
  return through.href
}

/** Receives events like the webhook service. */
async function startReceiver() {
  const events: unknown[] = []
  const server = await startLocalServer(async (request, response) => {
    events.push(await json(request))
    response.writeHead(204).end()
  })
  return { ...server, events }
}

async function ask(query: string, headers: Record<string, string> = {}) {
  const scope = 'lists:read lists:write'
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await issuer.token({ claims: { scope } })}`,
      'x-service-authorization': await serviceToken('production-lists', SERVICE_SECRET),
      ...headers,
    },
    body: JSON.stringify({ query }),
  })
  return {
    status: response.status,
    body: (await response.json()) as {
      data: Record<string, unknown>
      errors?: { extensions: Record<string, unknown> }[]
    },
  }
}

test('a list is created, read back and published as an event', async () => {
  const created = await ask(
    'mutation { projectManagementProductionListCreate(jobId: 6, templateIds: [3]) { productionList { id } } }',
  )
  const { productionList } = created.body.data['projectManagementProductionListCreate'] as {
    productionList: { id: number }
  }

  const read = await ask('{ projectManagementProductionList(jobId: 6, orgId: 1) { id } }')
  expect(read.body.data).toEqual({ projectManagementProductionList: productionList })
  await expect.poll(() => JSON.stringify(receiver.events)).toContain('"production-list.created"')
  await expect.poll(() => database.query('select 1 from outbox_message')).toEqual([])
})

test('a running service deletes expired idempotency keys', async () => {
  await database.query(
    `insert into idempotency_key (user_id, key, operation, fingerprint, result_id, created_at)
     values (7, 'expired', 'jobUpsert', '', '1', now() - interval '25 hours'),
       (7, 'kept', 'jobUpsert', '', '1', now())`,
  )
  // It sweeps at its start, and its end waits for that.
  const another = await startService(config, createLogger('test', 'silent'))
  await another[Symbol.asyncDispose]()

  expect(
    await database.query(`select key from idempotency_key where key in ('expired', 'kept')`),
  ).toEqual([{ key: 'kept' }])
})

test('a request for _entities without a service token is refused', async () => {
  const query =
    '{ _entities(representations: [{ __typename: "ProductionList", id: 1 }]) { __typename } }'
  expect((await ask(query, { 'x-service-authorization': 'guess' })).status).toBe(403)
})

test('a request without a token is refused', async () => {
  expect((await ask('{ __typename }', { authorization: '' })).status).toBe(401)
})

test('an update fails when its vendor cannot be checked', async () => {
  const { body } = await ask(
    'mutation { projectManagementProductionListUpdate(id: 1, listItems: [{ id: 1, vendorId: 1 }]) { productionList { id } } }',
  )
  expect(body.errors?.[0]?.extensions['code']).toBe('SUBGRAPH_UNAVAILABLE')
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
})

test('the service reports that it is ready', async () => {
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200)
})
