import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import type { TestDatabase } from '@takeoff/kit/testing/database'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { copyList } from './copy-list.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const ITEMS = 40
const LISTS = 1_000
const FILL_TIMEOUT_MS = 120_000
/** What arrives between two samples. */
const SAMPLE_BYTES = 5_000_000
const LINE_END = 10
/** A part of a page as rows and as text, and the buffers of the sockets. An export is several times larger. */
const HELD_BYTES_MAX = 40_000_000
/** Reports the used memory after a garbage collection; resident memory would depend mostly on the collector. */
const probe = `process.on('message', (message) => {
  if (message !== 'held') return
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  process.send({ held: heapUsed + external })
})`
const TEST_TIMEOUT_MS = 60_000
const SERVICE_SECRET = 'the service secret of production-lists'

const opened = new AsyncDisposableStack()
let service: ChildProcess
let url: string
let token: string
let atStart: number

beforeAll(async () => {
  const harness = opened.use(await createHarness())
  const { database, ask } = harness
  const measurements = { roof: { roof_facets: { area: 2139 } } }
  const { jobId } = await createJob(database, { orgId: 1, name: 'Maple Street', measurements })
  const lines = Array.from({ length: ITEMS }, () => ({ notes: 'Crew. '.repeat(330) }))
  const { id } = await createTemplate(database, { orgId: 1, lines })
  const { data } = await ask(createMutation, { jobId, templateIds: [id] })
  const list = data.projectManagementProductionListCreate.productionList
  await copyList(database, list.id, LISTS - 1)
  await database.query('vacuum (analyze) list_item')
  await startService(database)
}, FILL_TIMEOUT_MS)
afterAll(() => opened.disposeAsync())

async function startService({ url: databaseUrl, ownerUrl }: TestDatabase): Promise<void> {
  const issuer = opened.use(await startTestIssuer())
  token = await issuer.token({ claims: { scope: 'lists:read' } })
  service = fork(new URL('../src/main.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(probe)}`],
    env: {
      NODE_COMPILE_CACHE: compileCacheFolder,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      DATABASE_MIGRATION_URL: ownerUrl,
      AUTH_ISSUER: issuer.url,
      SERVICE_SECRET,
      EVENTS_URL: 'http://127.0.0.1:9/events',
      ORDER_DOCUMENTS_URL: 'http://127.0.0.1:9/graphql',
      ORDER_DOCUMENTS_SECRET: 'the service secret of order-documents',
    },
  })
  opened.defer(async () => {
    if (service.exitCode !== null || service.signalCode !== null) return
    const ended = once(service, 'exit')
    service.kill()
    await ended
  })
  const [ready] = (await once(service, 'message')) as [{ readonly url: string }]
  url = ready.url
  atStart = await heldBytes()
}

async function heldBytes(): Promise<number> {
  const reply = once(service, 'message') as Promise<[{ readonly held: number }]>
  service.send('held')
  const [{ held }] = await reply
  return held
}

/** Downloads an export, counting its lines, and samples the memory of the service from the first part to the last one. */
async function download(format: string) {
  const samples: number[] = []
  const response = await fetch(`${url}/exports/production-lists?orgId=1&format=${format}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'x-service-authorization': await serviceToken('production-lists', SERVICE_SECRET),
    },
  })
  let [bytes, lines] = [0, 0]
  for await (const chunk of response.body ?? []) {
    if (bytes >= samples.length * SAMPLE_BYTES) samples.push(await heldBytes())
    bytes += chunk.byteLength
    for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1))
      lines += 1
  }
  return { bytes, lines, samples }
}

test.each([
  ['ndjson', LISTS],
  ['csv', LISTS * ITEMS + 1],
])(
  '%s of 100 MB is never held in memory, neither early nor late',
  async (format, count) => {
    const { bytes, lines, samples } = await download(format)
    expect(lines).toBe(count)
    expect(bytes).toBeGreaterThan(2 * HELD_BYTES_MAX)
    expect(Math.max(...samples) - atStart).toBeLessThan(HELD_BYTES_MAX)
  },
  TEST_TIMEOUT_MS,
)
