import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fastifyCompress } from '@fastify/compress'
import Fastify from 'fastify'
import { sendErrorsAsProblems } from '@takeoff/kit/http/problem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDocsRoutes } from './docs-route.ts'

const app = Fastify()
let folder: string
let url: string

beforeAll(async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'docs-route-'))
  folder = path.join(parent, 'site')
  await writeFile(path.join(parent, 'secret.html'), 'secret')
  sendErrorsAsProblems(app)
  await app.register(fastifyCompress, { global: false })
  await addDocsRoutes(app, { folder, compressionBytesMin: 1000 })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await rm(path.dirname(folder), { recursive: true })
})

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}

/** The path and headers as they are: fetch would normalize the one, and add to the others. */
function statusOf(
  target: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    request({ hostname, port, path: target, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('until the site is built, every page says so and is loaded again; then it is served', async () => {
  const before = await fetch(`${url}/docs/orders`)
  expect(before.status).toBe(503)
  expect(before.headers.get('retry-after')).toBe('5')
  expect(await before.text()).toContain('The documentation is not built yet')
  expect((await fetch(`${url}/llms.txt`)).status).toBe(404)

  await build({
    '404.html': '<h1>no such page</h1>',
    'index.html': '<h1>home</h1>',
    'orders.html': `<h1>orders</h1>${' '.repeat(5000)}`,
    'orders.md': '# orders',
    'integrators/index.html': '<h1>integrators</h1>',
    'assets/app.1a2b.js': 'run()',
    'assets/other.1a2b.js': 'run()',
    'assets/app.1a2b.js.br': 'as the build has compressed it',
    'files/docs/examples/receiver.mjs': 'listen()',
    'files/houses/ranch.ts': 'video',
    'llms.txt': '# Takeoff',
  })
  expect(await (await fetch(`${url}/docs/`)).text()).toBe('<h1>home</h1>')
})

test.each([
  ['/docs/orders', 'text/html; charset=utf-8', 'no-cache'],
  ['/docs/orders.md', 'text/markdown; charset=utf-8', 'no-cache'],
  ['/docs/integrators/', 'text/html; charset=utf-8', 'no-cache'],
  ['/docs/assets/other.1a2b.js', /javascript; charset=utf-8$/, /immutable$/],
  ['/docs/files/docs/examples/receiver.mjs', 'text/plain; charset=utf-8', 'no-cache'],
  ['/docs/files/houses/ranch.ts', 'text/plain; charset=utf-8', 'no-cache'],
  ['/llms.txt', 'text/plain; charset=utf-8', 'no-cache'],
])('%s has its content type, caching and a strict policy', async (target, type, caching) => {
  const { status, headers } = await fetch(url + target)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(type)
  expect(headers.get('cache-control')).toMatch(caching)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toMatch(/https?:|unsafe/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['/docs', '/docs/'],
  ['/docs/integrators', '/docs/integrators/'],
])('%s redirects to %s', async (from, to) => {
  const { status, headers } = await fetch(url + from, { redirect: 'manual' })
  expect(status).toBeGreaterThanOrEqual(301)
  expect(headers.get('location')).toBe(to)
})

test('a page is compressed, and not sent again to a client that has it', async () => {
  const first = await fetch(`${url}/docs/orders`)
  expect(first.headers.get('content-encoding')).toMatch(/zstd|br|gzip/)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).not.toBe('')
  expect(await statusOf('/docs/orders', { 'if-none-match': etag })).toBe(304)
})

test('what the build has compressed is sent so to clients that read it, and to no others', async () => {
  const { headers } = await fetch(`${url}/docs/assets/app.1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'br' },
  })
  expect(headers.get('content-encoding')).toBe('br')
  expect(headers.get('content-length')).toBe(String('as the build has compressed it'.length))
  expect(headers.get('content-type')).toMatch(/javascript/)
  expect(headers.get('cache-control')).toMatch(/immutable$/)
  expect(headers.get('vary')).toMatch(/accept-encoding/i)
  const other = await fetch(`${url}/docs/assets/app.1a2b.js`, {
    headers: { 'accept-encoding': 'identity' },
  })
  expect(other.headers.get('vary')).toMatch(/accept-encoding/i)
  expect(await other.text()).toBe('run()')
})

test('HEAD has no body, and other methods are refused', async () => {
  const head = await fetch(`${url}/docs/orders`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const target of ['/docs', '/docs/orders', '/llms.txt']) {
    const { status, headers } = await fetch(url + target, { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})

test.each([
  '/docs/../secret.html',
  '/docs/..%2fsecret.html',
  '/docs/%2e%2e/secret.html',
  '/docs/%2e%2e%2fsecret.html',
  '/docs/integrators/../../secret.html',
  '/docs/..%5csecret.html',
  '/docs//../secret.html',
  '/docs/orders.html%00',
  '/docs/%252e%252e/secret.html',
  '/docs//etc/passwd',
])('%s reaches no file', async (target) => {
  expect([400, 403, 404]).toContain(await statusOf(target))
})

test('a page that does not exist is 404 with the site’s own page', async () => {
  const response = await fetch(`${url}/docs/missing`)
  expect([response.status, await response.text()]).toEqual([404, '<h1>no such page</h1>'])
})
