import { rm, symlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createDocument } from './create-document.ts'
import { failFirstInsert } from './fail-first-insert.ts'
import { stubItem, stubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

let stack: TestStack
let now = new Date()
let pdf: { readonly redirectUrl: string; readonly url: string; readonly checksum: string }
let csv: typeof pdf
let bytes: Buffer

beforeAll(async () => {
  stack = await startTestStack({ now: () => now })
  await loadDevelopmentData(stack.database)
  const document = await newDocument('屋根 "A"')
  pdf = document.pdf
  csv = document.csv
  bytes = Buffer.from(await (await stack.fetch(pathOf(pdf.url))).arrayBuffer())
})

afterAll(() => stack[Symbol.asyncDispose]())

describe('redirectUrl', () => {
  it('redirects a caller with a token to the download', async () => {
    const response = await getWithToken(pdf.redirectUrl)

    expect(response.status).toBe(302)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(
      /^https:\/\/takeoff\.example\/files\/[0-9a-f-]{36}\/download\?expires=\d+&signature=[\w-]{43}$/,
    )
    expect((await stack.fetch(pathOf(location))).status).toBe(200)
  })

  it('reads the token from a browser session’s cookie', async () => {
    const cookie = `theme=dark; takeoff_session=${await stack.token()}`
    const response = await stack.fetch(pathOf(pdf.redirectUrl), { headers: { cookie } })

    expect(response.status).toBe(302)
  })

  it('prefers the header to the cookie', async () => {
    const headers = {
      authorization: `Bearer ${await stack.token([2])}`,
      cookie: `takeoff_session=${await stack.token([1])}`,
    }
    const response = await stack.fetch(pathOf(pdf.redirectUrl), { headers })

    expect(response.status).toBe(404)
  })

  it.each([
    ['nothing', {}],
    ['an unreadable header', { authorization: 'Basic abc' }],
    ['an unreadable token', { authorization: 'Bearer abc' }],
    ['an unreadable cookie', { cookie: 'takeoff_session=abc' }],
  ])('responds with 401 to %s', async (_, headers) => {
    const response = await stack.fetch(pathOf(pdf.redirectUrl), { headers })

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await response.json()).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })

  it('responds with 401 to an expired token', async () => {
    const token = await stack.issuer.token({ expires: '-1 minute' })
    const headers = { authorization: `Bearer ${token}` }

    expect((await stack.fetch(pathOf(pdf.redirectUrl), { headers })).status).toBe(401)
  })

  it('responds with 403 without the scope orders:read', async () => {
    const token = await stack.token([1], 'lists:read orders:write')
    const headers = { authorization: `Bearer ${token}` }

    expect((await stack.fetch(pathOf(pdf.redirectUrl), { headers })).status).toBe(403)
  })

  it('responds with the same 404 to foreign, unknown and malformed ids', async () => {
    const foreign = await stack.fetch(pathOf(pdf.redirectUrl), {
      headers: { authorization: `Bearer ${await stack.token([2])}` },
    })
    const unknown = await getWithToken(`/files/${UNKNOWN_UUID}`)
    const malformed = await getWithToken('/files/1;drop%20table')

    for (const response of [foreign, unknown, malformed]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        detail: expect.stringContaining('There is no such file.') as string,
      })
    }
  })

  it('supports HEAD too', async () => {
    const headers = { authorization: `Bearer ${await stack.token()}` }
    const response = await stack.fetch(pathOf(pdf.redirectUrl), { method: 'HEAD', headers })

    expect(response.status).toBe(302)
  })
})

describe('url', () => {
  it('opens a PDF', async () => {
    const response = await stack.fetch(pathOf(pdf.url))

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(bytes.byteLength),
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      etag: `"${pdf.checksum}"`,
    })
    expect(response.headers.get('content-disposition')).toMatch(/^inline; filename="/)
  })

  it('saves a CSV, under its name in any script', async () => {
    const response = await stack.fetch(pathOf(csv.url))

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const disposition = response.headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''/)
    expect(disposition).toContain(encodeURIComponent('屋根'))
  })

  it('responds to HEAD with the same headers and no body', async () => {
    const response = await stack.fetch(pathOf(pdf.url), { method: 'HEAD' })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  })

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, undefined],
    ['bytes=-10', -10, undefined],
  ])('responds to %s with that part', async (range, start, end) => {
    const response = await stack.fetch(pathOf(pdf.url), { headers: { range } })
    const expected = bytes.subarray(start, end === undefined ? undefined : end + 1)
    const first = start < 0 ? bytes.byteLength + start : start

    expect(response.status).toBe(206)
    expect(response.headers.get('content-length')).toBe(String(expected.byteLength))
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${end ?? bytes.byteLength - 1}/${bytes.byteLength}`,
    )
    expect(Buffer.from(await response.arrayBuffer()).equals(expected)).toBe(true)
  })

  it('refuses a range beyond the end', async () => {
    const headers = { range: `bytes=${bytes.byteLength}-` }
    const response = await stack.fetch(pathOf(pdf.url), { headers })

    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes.byteLength}`)
    expect(response.headers.get('etag')).toBeNull()
  })

  it('ignores a range of an older file, and on HEAD', async () => {
    const headers = { range: 'bytes=0-9', 'if-range': '"older"' }
    const same = { range: 'bytes=0-9', 'if-range': `"${pdf.checksum}"` }

    expect((await stack.fetch(pathOf(pdf.url), { headers })).status).toBe(200)
    expect((await stack.fetch(pathOf(pdf.url), { headers: same })).status).toBe(206)
    expect((await stack.fetch(pathOf(pdf.url), { method: 'HEAD', headers: same })).status).toBe(200)
  })

  it('responds with 304 while the file is unchanged', async () => {
    const match = { 'if-none-match': `"other", W/"${pdf.checksum}"`, range: 'bytes=999999999-' }
    const response = await stack.fetch(pathOf(pdf.url), { headers: match })

    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(`"${pdf.checksum}"`)
    const other = { 'if-none-match': '"other"' }
    expect((await stack.fetch(pathOf(pdf.url), { headers: other })).status).toBe(200)
  })

  it.each([
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    ['no expiry', (url: URL) => url.searchParams.delete('expires')],
    ['a changed signature', (url: URL) => flipLast(url, 'signature')],
    ['a later expiry', (url: URL) => url.searchParams.set('expires', '9999999999')],
    ['two signatures', (url: URL) => url.searchParams.append('signature', 'x')],
    ['another file', (url: URL) => (url.pathname = new URL(csv.url).pathname)],
    ['an unknown file', (url: URL) => (url.pathname = '/files/x/download')],
  ])('responds with 403 to %s', async (_, change) => {
    const url = new URL(pdf.url)
    change(url)
    const response = await stack.fetch(pathOf(url.href))

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('works for 15 minutes', async () => {
    const start = new Date()
    now = start
    const { headers } = await getWithToken(pdf.redirectUrl)
    const path = pathOf(headers.get('location') ?? '')

    now = new Date(start.getTime() + 14.9 * 60_000)
    expect((await stack.fetch(path)).status).toBe(200)
    now = new Date(start.getTime() + 15 * 60_000 + 1000)
    expect((await stack.fetch(path)).status).toBe(403)
    now = start
  })

  it('requires the service secret, like every other address', async () => {
    const { pathname, search } = new URL(pdf.url)
    const response = await fetch(new URL(pathname + search, stack.url))

    expect(response.status).toBe(403)
  })

  it.each([
    ['missing', (path: string) => rm(path)],
    ['cut off', (path: string) => truncate(path, 10)],
  ])('responds with 500 at once when the bytes are %s', async (_, damage) => {
    const document = await newDocument('Roof')
    await damage(join(stack.config.filesPath, '1', document.id, '1.pdf'))
    const response = await stack.fetch(pathOf(document.pdf.url))

    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(response.headers.get('etag')).toBeNull()
    const problem = (await response.json()) as { detail: string }
    expect(problem.detail).toContain('missing or damaged')
    expect(JSON.stringify(problem)).not.toContain(stack.config.filesPath)
  })

  it('responds with 503 and the time of another try when the store cannot be read', async () => {
    const document = await newDocument('Roof')
    const path = join(stack.config.filesPath, '1', document.id, '1.pdf')
    await rm(path)
    await symlink(path, path)
    const response = await stack.fetch(pathOf(document.pdf.url))

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('etag')).toBeNull()
    const problem = (await response.json()) as { code: string; detail: string }
    expect(problem.code).toBe('SUBGRAPH_UNAVAILABLE')
    expect(problem.detail).toContain('Try again later')
    expect(JSON.stringify(problem)).not.toContain(stack.config.filesPath)
  })
})

it('requests for the files of an organization are limited by the minute', async () => {
  await using limited = await startTestStack({}, { FILES_PER_MINUTE: '2' })
  await loadDevelopmentData(limited.database)
  const document = await newDocument('Roof', limited)
  const redirectUrl = pathOf(document.pdf.redirectUrl)
  const headers = { authorization: `Bearer ${await limited.token()}` }

  expect((await limited.fetch(pathOf(document.pdf.url))).status).toBe(200)
  // One whose transaction runs again counts once.
  const redirected = await failFirstInsert(limited, 'outbox_message', {
    request: () => limited.fetch(redirectUrl, { headers }),
  })
  expect(redirected.status).toBe(302)
  for (const refused of [
    await limited.fetch(pathOf(document.pdf.url)),
    await limited.fetch(redirectUrl, { headers }),
  ]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  }
})

async function newDocument(name: string, { lists, ...rest }: TestStack = stack) {
  const list = stubList([stubItem({ vendor: { id: 1 } })], { name })
  lists.add(list)
  return createDocument({ lists, ...rest }, { attributes: { productionListId: list.id } })
}

async function getWithToken(url: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await stack.token()}` }
  return stack.fetch(pathOf(url), { headers })
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'https://takeoff.example')
  return pathname + search
}

function flipLast(url: URL, name: string): void {
  const value = url.searchParams.get(name) ?? ''
  url.searchParams.set(name, value.slice(0, -2) + (value.at(-2) === 'A' ? 'B' : 'A') + value.at(-1))
}
