import { request } from 'node:http'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { ConfigError } from '@takeoff/kit/service/config'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import type { TestIssuer } from '@takeoff/kit/testing/issuer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import type { Library } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

const TOOLS = {
  'books.graphql': `"Finds books." query find_books @tool(title: "Find books") { books { id title } }`,
  'rename.graphql': `"Renames a book." mutation rename_book($id: ID!, $title: String!) @tool(title: "Rename", isDestructive: true) {
    rename(id: $id, title: $title) { title }
  }`,
  'next.graphql': `"Reads what comes." query find_next @tool(title: "Next") { ofTheNextSupergraph }`,
}

interface RpcResponse {
  readonly result: {
    readonly tools: readonly { readonly name: string }[]
    readonly isError?: boolean
    readonly structuredContent: { readonly data?: unknown; readonly errors?: readonly object[] }
  }
}

const opened = new AsyncDisposableStack()
let folder: string
let library: Library
let issuer: TestIssuer

beforeAll(async () => {
  folder = opened.use(await openTemporaryFolder('takeoff-tools')).path
  for (const [name, text] of Object.entries(TOOLS)) await writeFile(path.join(folder, name), text)
  library = opened.use(await startLibrary())
  issuer = opened.use(await startTestIssuer())
})

afterAll(() => opened.disposeAsync())

function start(env: Readonly<Record<string, string>> = {}): Promise<TestGateway> {
  return startGateway(library.supergraphSdl, { MCP_TOOLS: folder, ...env })
}

function send(
  { url }: TestGateway,
  body: object,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-06-18',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

const message = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 1, method, params })

async function rpc(
  gateway: TestGateway,
  method: string,
  { params, token }: { readonly params?: object; readonly token?: string } = {},
): Promise<RpcResponse['result']> {
  const response = await send(gateway, message(method, params), token)
  const text = await response.text()
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? []
  return (JSON.parse(data) as RpcResponse).result
}

const call = (gateway: TestGateway, name: string, args: object, token?: string) =>
  rpc(gateway, 'tools/call', {
    params: { name, arguments: args },
    ...(token !== undefined && { token }),
  })

describe('the tools', () => {
  it('are the documents that are valid for the supergraph', async () => {
    await using gateway = await start()
    const { tools } = await rpc(gateway, 'tools/list')
    expect(tools.map(({ name }) => name)).toEqual(['find_books', 'rename_book'])
  })

  it('work where only persisted documents are served', async () => {
    await using gateway = await start({
      PERSISTED_DOCUMENTS: path.join(
        import.meta.dirname,
        '../../tests/e2e/support/persisted-documents.json',
      ),
      PERSISTED_DOCUMENTS_ONLY: 'true',
    })
    const { structuredContent, isError } = await call(gateway, 'find_books', {})
    expect([isError, structuredContent.data]).toEqual([
      false,
      { books: [expect.objectContaining({ id: '1' }), expect.objectContaining({ id: '2' })] },
    ])
  })

  it('send an idempotencyKey as the header Idempotency-Key, and no variable', async () => {
    await using gateway = await start()
    library.seen.length = 0
    await call(gateway, 'rename_book', { id: '1', title: 'Slate', idempotencyKey: 'k-1' })
    expect(library.seen).toMatchObject([{ headers: { 'idempotency-key': 'k-1' } }])
    expect(JSON.stringify(library.seen[0]?.body)).not.toContain('k-1')
  })

  it('are refused an idempotencyKey that the header cannot be', async () => {
    await using gateway = await start()
    library.seen.length = 0
    for (const idempotencyKey of [1, true, '', '→', 'a\nb', 'k'.repeat(256), ['k-1'], {}]) {
      const args = { id: '1', title: 'Slate', idempotencyKey }
      const { isError, structuredContent } = await call(gateway, 'rename_book', args)
      expect([isError, structuredContent.errors]).toMatchObject([
        true,
        [{ code: 'BAD_USER_INPUT', argument: 'idempotencyKey' }],
      ])
    }
    expect(library.seen).toEqual([])
  })

  it.each([{}, { idempotencyKey: null }])('work without an idempotencyKey: %j', async (noKey) => {
    await using gateway = await start()
    library.seen.length = 0
    await call(gateway, 'rename_book', { id: '1', title: 'Slate', ...noKey })
    expect(library.seen).toHaveLength(1)
    expect(library.seen[0]?.headers).not.toHaveProperty('idempotency-key')
  })

  it('are refused arguments that are nested too deep', async () => {
    await using gateway = await start()
    const id = JSON.parse('['.repeat(3000) + ']'.repeat(3000)) as unknown
    const { isError, structuredContent } = await call(gateway, 'rename_book', { id, title: 'A' })
    const message = 'Variable "$id" is nested deeper than 64 levels.'
    expect([isError, structuredContent.errors]).toMatchObject([
      true,
      [{ code: 'BAD_USER_INPUT', message }],
    ])
  })

  it('are refused a call without a required argument', async () => {
    await using gateway = await start()
    const { isError, structuredContent } = await call(gateway, 'rename_book', { id: '1' })
    expect([isError, structuredContent.errors]).toMatchObject([true, [{ code: 'BAD_USER_INPUT' }]])
  })

  const renaming = { id: '1', title: 'Slate' }
  it.each([
    ['rename_book', { ...renaming, titel: 'Slate' }, 'titel', 'id, title, idempotencyKey'],
    ['rename_book', { ...renaming, idempotencykey: 'k' }, 'idempotencykey', 'idempotencyKey'],
    ['find_books', { first: null }, 'first', 'It takes none'],
    ['find_books', { idempotencyKey: 'k-1' }, 'idempotencyKey', 'It takes none'],
  ])('are refused an argument that %s does not have: %j', async (tool, args, argument, names) => {
    await using gateway = await start()
    library.seen.length = 0
    const { isError, structuredContent } = await call(gateway, tool, args)
    expect([isError, structuredContent.errors]).toMatchObject([
      true,
      [
        {
          code: 'BAD_USER_INPUT',
          argument,
          message: expect.stringContaining(names) as string,
        },
      ],
    ])
    expect(library.seen).toEqual([])
  })
})

describe('the budget of a caller', () => {
  const startCharging = () =>
    start({
      AUTH: 'on',
      AUTH_ISSUER: issuer.url,
      COST_MAX: '50',
      BUDGET_ORGANIZATION_PER_SECOND: '1',
      BUDGET_ORGANIZATION_BURST: '50',
      BUDGET_TOKEN_PER_SECOND: '1',
      BUDGET_TOKEN_BURST: '50',
    })
  const tokenOf = (orgId: number) => issuer.token({ claims: { org_ids: [orgId] } })

  it('is charged a call', async () => {
    await using gateway = await startCharging()
    const token = await tokenOf(1)
    const results = []
    for (let times = 0; times < 40; times += 1) {
      const { isError, structuredContent } = await call(gateway, 'find_books', {}, token)
      results.push({ isError, ...structuredContent.errors?.[0] })
    }

    expect(results[0]).toMatchObject({ isError: false })
    expect(results.at(-1)).toMatchObject({
      isError: true,
      code: 'RATE_LIMITED',
      retryAfterSeconds: expect.any(Number) as number,
    })
  })

  it('is charged a call once, by its operation: 2 points for two books', async () => {
    await using gateway = await startCharging()
    const token = await tokenOf(1)
    for (let times = 0; times < 10; times += 1)
      expect(await call(gateway, 'find_books', {}, token)).toMatchObject({ isError: false })
  })

  it.each([
    ['of the list of tools', message('tools/list'), true],
    ['for a tool that does not exist', message('tools/call', { name: 'none' }), true],
    ['without an id', { ...message('tools/call', { name: 'find_books' }), id: undefined }, true],
    ['with an id of null', { ...message('tools/call', { name: 'find_books' }), id: null }, false],
    [
      'with arguments that are no object',
      message('tools/call', { name: 'find_books', arguments: 5 }),
      true,
    ],
    [
      'with an unknown argument',
      message('tools/call', { name: 'find_books', arguments: { a: 1 } }),
      true,
    ],
    [
      'with an unusable idempotencyKey',
      message('tools/call', { name: 'rename_book', arguments: { idempotencyKey: 5 } }),
      true,
    ],
    [
      'with a requestState that is no text',
      message('tools/call', { name: 'find_books', requestState: 5 }),
      true,
    ],
  ])('is charged a request %s', async (_what, body, isOk) => {
    await using gateway = await startCharging()
    const token = await tokenOf(1)
    const responses: Response[] = []
    for (let times = 0; times < 4; times += 1) responses.push(await send(gateway, body, token))
    const [first, , , last] = responses

    expect([first?.ok, first?.headers.get('ratelimit')]).toEqual([
      isOk,
      '"organization";r=30;t=1, "token";r=30;t=1',
    ])
    expect([last?.status, last?.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ])
    expect(await last?.json()).toMatchObject({ code: 'RATE_LIMITED' })
  })

  it.each([
    ['accept', 'application/json', 406],
    ['mcp-protocol-version', '1999-01-01', 400],
  ])('is charged a call that its %s header prevents', async (header, value, status) => {
    await using gateway = await startCharging()
    const token = await tokenOf(1)
    const body = message('tools/call', { name: 'find_books', arguments: {} })
    const statuses = []
    for (let times = 0; times < 4; times += 1)
      statuses.push((await send(gateway, body, token, { [header]: value })).status)
    expect(statuses).toEqual([status, status, 429, 429])
  })
})

describe('/mcp', () => {
  it('is not there without tools', async () => {
    await using gateway = await startGateway(library.supergraphSdl)
    expect((await fetch(`${gateway.url}/mcp`, { method: 'POST' })).status).toBe(404)
  })

  it('takes only POST', async () => {
    await using gateway = await start()
    const { status, headers } = await fetch(`${gateway.url}/mcp`)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it.each(['[', 'a b', 'takeoff.example:99999'])(
    'refuses the host %j, and serves the next request',
    async (host) => {
      await using gateway = await start({ AUTH: 'on', AUTH_ISSUER: issuer.url })
      const { hostname, port } = new URL(gateway.url)
      const status = await new Promise((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json' }
        const sent = request(
          { hostname, port, path: '/mcp', method: 'POST', headers },
          (response) => resolve(response.resume().statusCode),
        )
        sent.on('error', reject).end('{}')
      })
      expect(status).toBe(400)
      expect((await send(gateway, message('tools/list'))).status).toBe(401)
    },
  )

  it('asks for a token without an address where a proxy forwards a host that is none', async () => {
    await using gateway = await start({
      AUTH: 'on',
      AUTH_ISSUER: issuer.url,
      TRUSTED_PROXIES: '["127.0.0.1","::1"]',
    })
    const challenge = async (host: string) => {
      const headers = { 'x-forwarded-host': host, 'content-type': 'application/json' }
      const response = await fetch(`${gateway.url}/mcp`, { method: 'POST', headers, body: '{}' })
      return [response.status, response.headers.get('www-authenticate')]
    }
    expect(await challenge('[')).toEqual([401, 'Bearer'])
    expect(await challenge('api.example')).toEqual([
      401,
      'Bearer resource_metadata="http://api.example/.well-known/oauth-protected-resource/mcp"',
    ])
  })

  it('serves no page of a host whose name leads to it where no token is needed', async () => {
    await using gateway = await start()
    const { hostname, port } = new URL(gateway.url)
    const statusOf = (host: string) =>
      new Promise((resolve, reject) => {
        const headers = {
          host: `${host}:${port}`,
          origin: `http://${host}:${port}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        }
        const sent = request(
          { hostname, port, path: '/mcp', method: 'POST', headers },
          (response) => resolve(response.resume().statusCode),
        )
        sent.on('error', reject).end(JSON.stringify(message('tools/list')))
      })
    expect([await statusOf('rebound.example'), await statusOf('localhost')]).toEqual([403, 200])
  })

  it('refuses a batch', async () => {
    await using gateway = await start()
    const response = await send(gateway, [message('tools/list'), message('tools/list')])
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'BAD_REQUEST',
      detail: 'Batches are not served. Send each message in a request of its own.',
    })
  })

  it('holds no connection open for a subscription', async () => {
    await using gateway = await start()
    const response = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    })
    expect(await response.text()).toContain('Subscription limit reached')
  })

  it.each(['MCP_TOOLS', 'EXPLORER_OPERATIONS', 'PERSISTED_DOCUMENTS', 'SUPERGRAPH_PATH'])(
    'keeps a gateway from starting when %s names nothing, with its name',
    async (name) => {
      const starting = start({ [name]: path.join(folder, 'none') })
      await expect(starting).rejects.toThrow(ConfigError)
      await expect(starting).rejects.toThrow(new RegExp(`${name} names .*none`))
    },
  )

  it('keeps a gateway with a file that is no tool from starting', async () => {
    await using other = await openTemporaryFolder('takeoff-tools')
    await writeFile(path.join(other.path, 'a.graphql'), '{ books { id } }')
    await expect(start({ MCP_TOOLS: other.path })).rejects.toThrow(
      /MCP_TOOLS names .*a\.graphql is no tool/,
    )
  })
})
