import { execFile } from 'node:child_process'
import { accessSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as operations from '../src/generated/operations.ts'
import { browserPath, launchBrowser } from '../../../tests/support/browser.ts'
import { createConsumer } from './support/consumer.ts'
import type { Consumer } from './support/consumer.ts'
import { startServer } from './support/scripted-server.ts'
import type { Respond } from './support/scripted-server.ts'

const GZIP_MAX = 10_000
const run = promisify(execFile)

let consumer: Consumer
beforeAll(async () => {
  consumer = await createConsumer()
})
afterAll(() => consumer[Symbol.asyncDispose]())

test('the package holds what is built and its licence, and depends on nothing', async () => {
  const names = await readdir(path.join(consumer.folder, 'node_modules'), { recursive: true })
  const packages = names.filter((name) => name.endsWith('package.json'))
  expect(packages).toEqual(['@takeoff/client/package.json'])
  expect(names).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist'].map((n) => `@takeoff/client/${n}`)),
  )
  expect(names.filter((name) => /\.(ts|graphql)$/.test(name) && !name.endsWith('.d.ts'))).toEqual(
    [],
  )
})

test('a strict program that uses every operation has the right types', async () => {
  const uses = Object.entries(operations).map(([document, text]) => {
    const name = document.replace(/Document$/, '')
    const type = `t.${name}${text.startsWith('mutation') ? 'Mutation' : 'Query'}`
    return `  { const data: ${type} = (await client.request(t.${document}, of<${type}Variables>())).data; use(data) }`
  })
  expect(uses.length).toBeGreaterThan(75)
  await consumer.write(
    'every-operation.ts',
    `import * as t from '@takeoff/client'
declare function of<T>(): T
declare function use(value: unknown): void
export async function every(client: t.Client) {
${uses.join('\n')}
  const { data } = await client.request(t.JobDocument, { id: 1 })
  const name: string | null | undefined = data.job?.name
  const measurements: unknown = data.job?.measurement?.measurements
  await client.request(t.MeasuresDocument)
  for await (const list of client.paginate(t.ProductionListsDocument, { orgId: 1 }, (page) => page.projectManagementProductionLists))
    use(list.totalPrice.toFixed(2))
  for await (const { listItems } of client.exportRecords('production-lists', { orgId: 1 })) use(listItems[0]?.vendor?.id)
  const csv = await client.exportCsv('jobs', { orgId: 1 })
  use(csv.pipeThrough(new TextDecoderStream()))
  // @ts-expect-error: a required variable is missing
  await client.request(t.JobDocument)
  // @ts-expect-error: there is no such variable
  await client.request(t.ProductionListsDocument, { orgId: 1, jobid: 2 })
  // @ts-expect-error: there is no such variable
  await client.requestPartial(t.ProductionListsDocument, { orgId: 1, jobid: 2 })
  // @ts-expect-error: there is no such variable
  client.paginate(t.ProductionListsDocument, { orgId: 1, jobid: 2 }, (page) => page.projectManagementProductionLists)
  // @ts-expect-error: there is no such variable
  client.pages(t.ProductionListsDocument, { orgId: 1, jobid: 2 }, (page) => page.projectManagementProductionLists)
  await client.request('query Own($anything: Int) { a(b: $anything) }', { anything: 1 })
  use((await client.request<{ readonly a: number }>('{ a }')).data.a.toFixed(2))
  // @ts-expect-error: an id of a job is a number
  await client.request(t.JobDocument, { id: '1' })
  // @ts-expect-error: the operation has no such field
  use(data.job?.price)
  // @ts-expect-error: costs are null without a scope
  for await (const list of client.paginate(t.ProductionListsDocument, { orgId: 1 }, (page) => page.projectManagementProductionLists)) use(list.totalCost.toFixed(2))
  await client.request(t.MeasuresDocument, {}, { signal: undefined, idempotencyKey: undefined, headers: undefined, retries: undefined, timeoutMs: undefined })
  await client.download('/files/1', { signal: undefined, retries: undefined, timeoutMs: undefined })
  await client.exportCsv('jobs', { orgId: 1 }, { signal: undefined })
  client.exportRecords('audit', { orgId: 1, after: undefined })
  return [name, measurements]
}
const retries = { attempts: undefined, totalMs: undefined, delayMs: undefined, delayMaxMs: undefined }
t.createClient({ url: '', token: undefined, fetch: undefined, headers: undefined, persisted: undefined, print: undefined, retries, timeoutMs: undefined })
export const sync = (client: t.Client) => t.createSync(client, { orgId: 1, store: new t.MemoryStore(), resources: undefined })
export const verify = (headers: Headers) => t.verifyWebhook(headers, '', '', { toleranceSeconds: undefined })
export function handle(event: t.WebhookEvent): number | string {
  switch (event.event) {
    case 'webhook-verification-code': return event.code
    case 'distribution-order-state-changed': return event.distribution_order_id
    default: return event.job_id
  }
}
`,
  )
  await expect(consumer.checkTypes()).resolves.toBeUndefined()
})

/** The size of a program, minified and compressed, and its text. */
async function bundle(text: string): Promise<{ readonly code: string; readonly gzip: number }> {
  const input = await consumer.write('entry.js', text)
  await using build = await rolldown({ input, cwd: consumer.folder, platform: 'browser' })
  const { output } = await build.generate({ format: 'esm', minify: true })
  const { code } = output[0]
  return { code, gzip: gzipSync(code).length }
}

test('a bundle has at most 10 kB, and only the operations that it imports', async () => {
  const all = await bundle(`export { createClient, createSync, MemoryStore, readBase64, readText,
    TakeoffError, verifyWebhook } from '@takeoff/client'`)
  const small = await bundle(`export { createClient, JobDocument } from '@takeoff/client'`)
  expect(all.gzip).toBeLessThanOrEqual(GZIP_MAX)
  expect(small.gzip).toBeLessThan(all.gzip)
  expect(small.code).toContain('query Job(')
  expect(small.code).not.toMatch(/query Jobs|mutation |WebhookFields/)
  process.stdout.write(`gzip: ${all.gzip} B with sync, ${small.gzip} B with one operation\n`)
})

const secret = `whsec_${Buffer.from('a secret of 24 bytes or s').toString('base64')}`
const body = '{"event":"webhook-verification-code","code":"c","webhook_id":1}'

/** Sends a mutation that is repeated, reads an export, and verifies a webhook; returns what came of it. */
function program(url: string): string {
  const at = new Date()
  const headers = {
    'webhook-id': 'm',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m', at, body),
  }
  return `import { createClient, JobUpsertDocument, verifyWebhook } from '@takeoff/client'
export async function check() {
  const client = createClient({ url: '${url}', token: 'T', retries: { delayMs: 1 } })
  const { data } = await client.request(JobUpsertDocument, { orgId: 1, name: 'a' })
  const jobs = []
  for await (const job of client.exportRecords('jobs', { orgId: 1 })) jobs.push(job.name)
  const { code } = await verifyWebhook(${JSON.stringify(headers)}, ${JSON.stringify(body)}, '${secret}')
  return JSON.stringify([data.jobUpsert.job.id, jobs, code])
}`
}

const EXPECTED = '[7,["a","b"],"c"]'

/** Responds 503 first, then to the mutation and the export. */
const respond: Respond = (response, { method, path: target, number }) => {
  if (target === '/') return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  if (method === 'POST' && number <= 2) return void response.writeHead(503).end()
  if (method === 'POST') return void response.end('{"data":{"jobUpsert":{"job":{"id":7}}}}')
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  return void response.end('{"name":"a"}\n{"name":"b"}\n')
}
let page = ''

describe('it runs', () => {
  test.each(nodes())('on the Node of %s', async (file) => {
    await using server = await startServer(respond)
    await consumer.write('check.js', program(server.url))
    await consumer.write(
      'main.js',
      `import { check } from './check.js'\nconsole.log(await check())`,
    )
    const { stdout } = await run(file, ['main.js'], { cwd: consumer.folder })
    expect(stdout.trim()).toBe(EXPECTED)
  })

  test.skipIf(browserPath === undefined)('in Chromium', async () => {
    await using server = await startServer(respond)
    const { code } = await bundle(`${program(server.url)}\nglobalThis.checked = check()`)
    page = `<!doctype html><body></body><script type="module">${code}</script>`
    await using browser = await launchBrowser()
    const opened = await browser.newPage()
    await opened.goto(new URL('/', server.url).href)
    expect(await opened.evaluate('checked')).toBe(EXPECTED)
  })
})

/** The Node that runs the tests, and that of the machine. */
function nodes(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const own = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => path.join(folder, 'node'))
    .find((file) => {
      try {
        accessSync(file)
        return true
      } catch {
        return false
      }
    })
  return [process.execPath, ...(own === undefined ? [] : [own])]
}
