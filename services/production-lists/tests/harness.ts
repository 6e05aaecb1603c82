import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { AUDIT_RECORDED } from '@takeoff/contracts/audit-record'
import type { Message } from '@takeoff/contracts/audit-record'
import type { Envelope } from '@takeoff/contracts/envelope'
import { VENDOR_CHANGED } from '@takeoff/contracts/vendor-changes'
import type { Database } from '@takeoff/kit/postgres/database'
import { accessTable } from '@takeoff/kit/security/access-table'
import { createLogger } from '@takeoff/kit/service/logger'
import { countingStatements } from '@takeoff/kit/testing/counting-statements'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import { buildSchema } from '@takeoff/kit/graphql/subgraph-server'
import type { Arrived } from '@takeoff/kit/testing/arrived'
import { auditedBy } from '@takeoff/kit/testing/audited'
import { SubgraphUnavailableError } from '@takeoff/kit/values/errors'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { createContext } from '../src/context.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import type { Mutation, OrderDocument, ProductionList, Query } from '../src/graphql/generated.ts'
import { createFileReader } from '../src/file-reader/file-reader.ts'
import { resolvers } from '../src/graphql/resolvers.ts'

// The test runner would load the other build of graphql, which refuses a schema made by Apollo's.
const { graphql } = createRequire(import.meta.url)('graphql') as typeof import('graphql')

const allScopes = ['lists:read', 'lists:write', 'orders:read', 'orders:write']

export interface TestCaller {
  readonly orgIds?: readonly number[]
  readonly scopes?: readonly string[]
  /** Scopes by organization, in place of `scopes`. */
  readonly granted?: Readonly<Record<number, readonly string[]>>
  readonly idempotencyKey?: string
  /** The service secrets of the process that is called. */
  readonly serviceSecrets?: readonly string[]
}

type Fields = Query &
  Mutation & {
    /** The entities that the gateway requests by reference; each has some of these fields. */
    readonly _entities: readonly (ProductionList & OrderDocument)[]
  }

/** A list with a known number of items, as a tuple. */
export type ListWith<Items extends readonly unknown[]> = Omit<
  Arrived<ProductionList>,
  'listItems'
> & {
  readonly listItems: Items
}

export interface GraphQLResult {
  readonly data: Arrived<Fields>
  readonly errors: readonly {
    readonly message: string
    readonly path: readonly (string | number)[] | undefined
    readonly extensions: Readonly<Record<string, unknown>>
  }[]
  /** Those of `extensions.warnings`. */
  readonly warnings: readonly string[]
  readonly sqlStatements: number
}

/** The subgraph's schema over a fresh database, without a server in front. */
export async function createHarness() {
  const options = { name: 'production-lists', entities, migrations }
  const database = await createTestDatabase(options)
  const processDatabase = await openAsProcess(database, options)
  const typeDefs = await readFile(new URL('../schema.graphql', import.meta.url), 'utf8')
  const schema = buildSchema({ typeDefs, resolvers, access: accessTable })
  const vendors = vendorService()
  const logger = createLogger('test', 'silent')
  // Tests read the largest file on a busy machine, in a minute at most.
  const fileReader = createFileReader({ logger, limitMs: 60_000 })
  let clock = Date.UTC(2026, 2, 14, 15, 9, 26, 535)
  const heard: Envelope[] = []
  const isEvent = (message: Message): message is Envelope =>
    message.name !== AUDIT_RECORDED && message.name !== VENDOR_CHANGED
  processDatabase.onEvents((messages) => void heard.push(...messages.filter(isEvent)))

  async function ask(
    source: string,
    variableValues: Record<string, unknown> = {},
    { orgIds = [1], scopes = allScopes, granted, ...request }: TestCaller = {},
  ): Promise<GraphQLResult> {
    const ofToken = granted === undefined ? { orgIds, scopes: new Set(scopes) } : rightsOf(granted)
    const warnings: string[] = []
    const contextValue = createContext(
      {
        database: processDatabase,
        orderDocuments: vendors,
        fileReader,
        now: () => new Date(clock),
        serviceSecrets: request.serviceSecrets ?? ['secret'],
      },
      {
        caller: { userId: 7, ...ofToken, token: 'token' },
        requestId: 'request-0001',
        traceparent: undefined,
        idempotencyKey: request.idempotencyKey,
        warnings,
        logger,
      },
    )
    const { result, sqlStatements } = await countingStatements(() =>
      graphql({ schema, source, variableValues, contextValue }),
    )
    const errors = (result.errors ?? []).map(({ message, path, originalError }) => ({
      message,
      path,
      extensions: extensionsOf(originalError),
    }))
    const data = result.data as unknown as GraphQLResult['data']
    return { data, errors, warnings, sqlStatements }
  }

  return {
    database,
    ask,
    vendors,
    fileReader,
    /** Advances the clock by some milliseconds. */
    pass: (ms: number) => void (clock += ms),
    /** Events whose commit was reported to the listeners. */
    heard,
    events: () => events(database),
    audited: () => auditedBy(database),
    async [Symbol.asyncDispose]() {
      await fileReader[Symbol.asyncDispose]()
      await processDatabase[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

function rightsOf(granted: NonNullable<TestCaller['granted']>) {
  const entries = Object.entries(granted).map(([id, of]) => [Number(id), new Set(of)] as const)
  return { orgIds: entries.map(([id]) => id), granted: new Map(entries), scopes: new Set<string>() }
}

/** The service that owns vendors: 1 to 3 are of organization 1, 4 and 5 of organization 2, initially not archived. */
function vendorService() {
  const asked: unknown[] = []
  const archived = new Set<number>()
  const state = { asked, archived, isAway: false }
  const request: SubgraphClient['request'] = <T>(
    _query: string,
    variables: Readonly<Record<string, unknown>>,
  ) => {
    const representations = variables['representations'] as { readonly id: number }[]
    if (state.isAway) return Promise.reject(new SubgraphUnavailableError('order-documents'))
    asked.push(representations)
    return Promise.resolve({
      _entities: representations.map(({ id }) => (id <= 5 ? vendorOf(id) : null)),
    } as T)
  }
  const vendorOf = (id: number) => ({
    id,
    orgId: id <= 3 ? 1 : 2,
    vendorName: `Vendor ${id}`,
    archivedAt: archived.has(id) ? '2026-03-01T00:00:00.000Z' : null,
  })
  return Object.assign(state, { request })
}

async function events(database: Database) {
  const rows = await database.query<{ readonly envelope: unknown }>(
    `select envelope from outbox_message where envelope ->> 'name' <> '${AUDIT_RECORDED}' order by id`,
  )
  return rows.map(({ envelope }) =>
    typeof envelope === 'string' ? (JSON.parse(envelope) as unknown) : envelope,
  )
}

function extensionsOf(error: unknown): Record<string, unknown> {
  const { code, extensions } = (error ?? {}) as { code?: string; extensions?: object }
  return { ...extensions, ...(code !== undefined && { code }) }
}
