import { readdir } from 'node:fs/promises'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { AUDIT_RECORDED } from '@takeoff/contracts/audit-record'
import type { AuditRecord, Message } from '@takeoff/contracts/audit-record'
import type { Envelope } from '@takeoff/contracts/envelope'
import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import { createLogger } from '@takeoff/kit/service/logger'
import type { Arrived } from '@takeoff/kit/testing/arrived'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import type { TestDatabase } from '@takeoff/kit/testing/database'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import type { TestIssuer } from '@takeoff/kit/testing/issuer'
import { fastify } from 'fastify'
import { readConfig } from '../src/config.ts'
import type { Config } from '../src/config.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import type {
  Job,
  Mutation,
  ProductionList,
  Query,
  VendorPayload,
} from '../src/graphql/generated.ts'
import { Renderer } from '../src/rendering-pool/renderer.ts'
import { startService } from '../src/service.ts'
import type { Overrides } from '../src/service.ts'
import { startProductionListsStub, STUB_SECRET } from './production-lists-stub.ts'
import type { ProductionListsStub } from './production-lists-stub.ts'

export const SERVICE_SECRET = 'the service secret of order-documents'
const NOWHERE = 'http://127.0.0.1:9'
export const PUBLIC_URL = 'https://takeoff.example'
/** An id that no row has. */
export const UNKNOWN_UUID = '0199f0a0-0000-7000-8000-000000000001'
export const ALL_SCOPES = 'lists:read lists:write orders:read orders:write connections:write'

/** The service as it runs, with a database, an issuer and a store of its own, and stubs around it. */
export interface TestStack extends AsyncDisposable {
  readonly url: string
  readonly config: Config
  readonly database: TestDatabase
  readonly issuer: TestIssuer
  readonly lists: ProductionListsStub
  readonly renderer: Renderer
  /** Published domain events, oldest first. */
  readonly events: readonly Envelope[]
  /** Published audit records, oldest first. */
  readonly audited: readonly AuditRecord[]
  /** For organizations, or for those with scopes of their own. */
  token(
    orgIds?: readonly number[] | Readonly<Record<number, readonly string[]>>,
    scope?: string,
  ): Promise<string>
  graphql(request: GraphQLRequest): Promise<GraphQLResponse>
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Keys of all stored files. */
  storedFiles(): Promise<string[]>
}

export interface GraphQLRequest extends RequestOptions {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** How a request is sent. */
export interface RequestOptions {
  /** Of a user of organization 1 with all scopes when omitted. */
  readonly token?: string | undefined
  readonly idempotencyKey?: string | undefined
}

type Fields = Query &
  Mutation & {
    /** Resolves entities by reference, as the gateway does. */
    readonly _entities: readonly (ProductionList & Omit<Job, '__typename'>)[]
    /** The result of any mutation of a vendor. */
    readonly answer: VendorPayload
  }

export interface GraphQLResponse {
  readonly status: number
  readonly data: Arrived<Fields>
  readonly errors?: readonly {
    readonly message: string
    readonly path?: readonly (string | number)[]
    readonly extensions: Readonly<Record<string, unknown>>
  }[]
  readonly extensions?: { readonly warnings?: readonly string[] }
}

const logger = createLogger('order-documents', 'silent')
const RENDERING = { threads: 1, queueMax: 100, logger }

/** Its thread takes a second of CPU to start, so all stacks of a worker have one. It ends with the worker. */
const shared = new Renderer(RENDERING)
let warmedUp: Promise<void> | undefined

/** The renderer of one stack, which a test may spy on. Renders on the shared thread, and ends when its documents have. */
class SharedRenderer extends Renderer {
  readonly #work = new Set<Promise<unknown>>()

  constructor() {
    super(RENDERING)
  }

  override warmUp(): Promise<void> {
    return (warmedUp ??= shared.warmUp())
  }

  override render(...args: Parameters<Renderer['render']>): ReturnType<Renderer['render']> {
    return this.#track(shared.render(...args))
  }

  override measureLogo(
    ...args: Parameters<Renderer['measureLogo']>
  ): ReturnType<Renderer['measureLogo']> {
    return this.#track(shared.measureLogo(...args))
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work)
    return work
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#work)
    await super[Symbol.asyncDispose]()
  }
}

/** @param environment settings in addition to the usual ones, or in place of them */
export async function startTestStack(
  overrides: Overrides = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<TestStack> {
  const renderer = overrides.renderer ?? new SharedRenderer()
  const stack = new AsyncDisposableStack()
  const database = stack.use(
    await createTestDatabase({ name: 'order-documents', entities, migrations }),
  )
  const issuer = stack.use(await startTestIssuer())
  const lists = stack.use(await startProductionListsStub())
  const sink = stack.use(await startEventSink())
  const { path: folder } = stack.use(await openTemporaryFolder('order-documents'))
  const config = readConfig({
    AUTH_ISSUER: issuer.url,
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    EVENTS_URL: sink.url,
    EVENTS_SECRET: 'the bearer secret of POST /events',
    SERVICE_SECRET,
    PUBLIC_URL,
    PRODUCTION_LISTS_URL: lists.url,
    PRODUCTION_LISTS_SECRET: STUB_SECRET,
    FILES_SIGNING_SECRET: 'signs the download addresses of a test',
    PROVIDERS_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    // Nothing listens there; QXO has no address at all.
    PROVIDERS: JSON.stringify({ 'abc-supply': { url: NOWHERE }, srs: { url: NOWHERE } }),
    PROVIDERS_ALLOW_HTTP: 'true',
    FILES_PATH: folder,
    ...environment,
  })
  const service = stack.use(await startService(config, logger, { ...overrides, renderer }))
  const token: TestStack['token'] = (orgIds = [1], scope = ALL_SCOPES) =>
    issuer.token({ claims: { org_ids: orgIds, scope } })
  return {
    url: service.url,
    config,
    database,
    issuer,
    lists,
    renderer,
    events: sink.events,
    audited: sink.audited,
    token,
    graphql: async (request) =>
      sendGraphQL(service.url, { ...request, token: request.token ?? (await token()) }),
    fetch: (path, init = {}) => fetchService(service.url, path, init),
    storedFiles: () => listFiles(folder),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function sendGraphQL(url: string, request: GraphQLRequest): Promise<GraphQLResponse> {
  const { query, variables, token, idempotencyKey, headers } = request
  const response = await fetchService(url, '/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: JSON.stringify({ query, variables }),
  })
  return {
    status: response.status,
    ...((await response.json()) as Omit<GraphQLResponse, 'status'>),
  }
}

/** Sends a request as the gateway does: with a service token, and without following redirects. */
async function fetchService(url: string, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('x-service-authorization', await serviceToken('order-documents', SERVICE_SECRET))
  return fetch(new URL(path, url), { redirect: 'manual', ...init, headers })
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Receives the messages of the http transport, which may overtake each other; their ids have the order of creation. */
async function startEventSink() {
  const events: Envelope[] = []
  const audited: AuditRecord[] = []
  const app = fastify({ forceCloseConnections: true })
  app.post<{ Body: Message | Message[] }>('/events', (request, reply) => {
    for (const message of [request.body].flat()) {
      if (message.name === AUDIT_RECORDED) audited.push(message)
      else if (message.name !== VENDOR_CHANGED) events.push(message)
    }
    for (const received of [events, audited])
      received.sort((one, other) => (one.id < other.id ? -1 : 1))
    return reply.code(204).send()
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${origin}/events`, events, audited, [Symbol.asyncDispose]: () => app.close() }
}
