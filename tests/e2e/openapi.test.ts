import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { http } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { createScene } from './support/scene.ts'
import type { Scene } from './support/scene.ts'

interface Described {
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>
  readonly content?: Readonly<Record<string, unknown>>
  readonly $ref?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly enum?: readonly string[] }
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, Described>>
}

interface PathItem {
  readonly get?: Operation
  readonly post?: Operation
}

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: { readonly responses: Readonly<Record<string, Described>> }
}

const document = JSON.parse(
  await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document
const devEnv = sharedDevEnv()
const opened = new AsyncDisposableStack()
let scene: Scene

beforeAll(async () => {
  scene = opened.use(await createScene(devEnv))
})
afterAll(() => opened.disposeAsync())

const exportPaths = Object.keys(document.paths).filter((path) => path.startsWith('/exports/'))

/** The status, and what the document says of it that the response does not have. */
async function responseOf(
  path: string,
  url: string,
  options: Parameters<typeof http>[1] = {},
): Promise<{ status: number; missing: string[] }> {
  const response = await http(url, { token: scene.token, ...options })
  await response.arrayBuffer()
  const { status, headers } = response
  const { get, post } = document.paths[path] ?? {}
  const operation = options.method === 'POST' ? post : get
  const described = resolve(operation?.responses[status])
  if (described === undefined) return { status, missing: [`the status ${status}`] }
  const [type] = (headers.get('content-type') ?? '').split(';')
  const types = Object.keys(described.content ?? {})
  const missing = Object.entries(described.headers ?? {})
    .filter(([name, { required }]) => required === true && !headers.has(name))
    .map(([name]) => `the header ${name}`)
  if (types.length > 0 && !types.includes(type ?? ''))
    missing.push(`${types.join(' or ')}, not ${type}`)
  return { status, missing }
}

function resolve(described: Described | undefined): Described | undefined {
  const { $ref } = described ?? {}
  return $ref === undefined
    ? described
    : document.components.responses[$ref.split('/').at(-1) ?? '']
}

function exportUrl(parameters: Readonly<Record<string, string>>, path: string): string {
  return `${devEnv.urls.gateway}${path}?${new URLSearchParams(parameters)}`
}

describe.each(exportPaths)('%s is as docs/openapi.json says', (path) => {
  const { parameters = [] } = document.paths[path]?.get ?? {}
  /** A value of each parameter, so that a misspelt one is refused. */
  const values = (): Record<string, string> => ({
    ...Object.fromEntries(
      parameters.map(({ name }) => [
        name,
        { updatedSince: '2026-01-01T00:00:00Z', after: '0' }[name] ?? '',
      ]),
    ),
    orgId: String(scene.orgId),
    ...(parameters.some(({ name }) => name === 'vendorId') && { vendorId: String(scene.vendorId) }),
  })
  const formats = parameters.find(({ name }) => name === 'format')?.schema.enum ?? [undefined]

  test.each(formats)('with every parameter, as %s', async (format) => {
    const all = { ...values(), ...(format !== undefined && { format }) }
    expect(await responseOf(path, exportUrl(all, path))).toEqual({ status: 200, missing: [] })
  })

  test('when it is refused', async () => {
    const own = { ...values(), format: formats[0] ?? '' }
    const wrong = exportUrl({ orgId: 'one' }, path)
    const foreign = exportUrl({ ...own, orgId: '1' }, path)
    const url =
      formats[0] === undefined
        ? exportUrl({ orgId: String(scene.orgId) }, path)
        : exportUrl(own, path)

    expect([
      await responseOf(path, wrong),
      await responseOf(path, url, { token: null }),
      await responseOf(path, formats[0] === undefined ? exportUrl({ orgId: '1' }, path) : foreign),
    ]).toEqual([
      { status: 400, missing: [] },
      { status: 401, missing: [] },
      { status: 403, missing: [] },
    ])
  })
})

describe('files are as docs/openapi.json says', () => {
  test('at redirectUrl', async () => {
    const path = '/files/{id}'
    const { redirectUrl } = scene.document.pdf
    const unknown = redirectUrl.replace(/[^/]+$/, '01890000-0000-7000-8000-000000000000')

    expect([
      await responseOf(path, redirectUrl),
      await responseOf(path, redirectUrl, { token: null }),
      await responseOf(path, redirectUrl, {
        token: await scene.organization.tokenWith(['lists:read']),
      }),
      await responseOf(path, unknown),
    ]).toEqual([302, 401, 403, 404].map((status) => ({ status, missing: [] })))
  })

  test('at url', async () => {
    const path = '/files/{id}/download'
    const { url } = scene.document.pdf
    const etag = (await http(url, { token: null, method: 'HEAD' })).headers.get('etag') ?? ''
    const get = (headers: Record<string, string>) => responseOf(path, url, { token: null, headers })

    expect([
      await get({}),
      await responseOf(path, scene.document.csv.url, { token: null }),
      await get({ range: 'bytes=0-9' }),
      await get({ 'if-none-match': etag }),
      await responseOf(path, `${url}0`, { token: null }),
      await get({ range: 'bytes=99999999-' }),
    ]).toEqual([200, 200, 206, 304, 403, 416].map((status) => ({ status, missing: [] })))
  })
})

describe('measurement files are as docs/openapi.json says', () => {
  test('when they are uploaded', async () => {
    const path = '/measurement-files'
    const upload = (orgId: number | string, options: Parameters<typeof http>[1] = {}) =>
      responseOf(path, `${devEnv.urls.gateway}${path}?orgId=${orgId}`, {
        method: 'POST',
        body: '{}',
        ...options,
      })

    expect([
      await upload(scene.orgId),
      await upload('one'),
      await upload(scene.orgId, { token: null }),
      await upload(1),
      await upload(scene.orgId, { body: ' '.repeat(5_000_001) }),
    ]).toEqual([201, 400, 401, 403, 413].map((status) => ({ status, missing: [] })))
  })

  test('when they are downloaded, also one that cannot be read', async () => {
    const uploads = `${devEnv.urls.gateway}/measurement-files?orgId=${scene.orgId}`
    const stored = await http(uploads, { token: scene.token, method: 'POST', body: 'no figures' })
    const { id: unreadable } = (await stored.json()) as { readonly id: string }
    const get = (id: string, options: Parameters<typeof http>[1] = {}) =>
      responseOf(
        '/measurement-files/{id}',
        `${devEnv.urls.gateway}/measurement-files/${id}`,
        options,
      )

    expect([
      await get(scene.measurementFileId),
      await get(unreadable),
      await get(unreadable, { token: null }),
      await get(unreadable, { token: await scene.organization.tokenWith(['orders:read']) }),
      await get('01890000-0000-7000-8000-000000000000'),
    ]).toEqual([200, 200, 401, 403, 404].map((status) => ({ status, missing: [] })))
  })
})
