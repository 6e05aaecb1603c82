import { randomBytes } from 'node:crypto'
import type { Envelope, EnvelopeOf, EventName } from '@takeoff/contracts/envelope'
import { createLogger } from '@takeoff/kit/service/logger'
import { createEvent } from '@takeoff/kit/events/outbox'
import type { Arrived } from '@takeoff/kit/testing/arrived'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import type { TestDatabase } from '@takeoff/kit/testing/database'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { expect, vi } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { entities } from '../../src/db/entities.ts'
import { migrations } from '../../src/db/migrations.ts'
import { pendingDeliveries } from '../../src/db/backlog.ts'
import type { Mutation, Query } from '../../src/graphql/generated.ts'
import { startService } from '../../src/service.ts'
import type { Overrides } from '../../src/service.ts'
import type { Received, Receiver } from './receiver.ts'

export const EVENTS_SECRET = 'the bearer secret of POST /events'
export const SERVICE_SECRET = 'the service secret of the webhook service'

type Fields = Query & Mutation

/** GraphQL response: only the requested fields are present. */
export interface GraphqlResponse {
  readonly data: Arrived<Fields>
  readonly errors?: readonly {
    readonly message: string
    readonly extensions: Record<string, unknown>
  }[]
}

export interface RequestOptions {
  /** Organization 1 by default. */
  readonly orgIds?: readonly number[]
  readonly userId?: number
  readonly scope?: string
  readonly headers?: Record<string, string>
}

export interface TestService extends AsyncDisposable {
  readonly url: string
  token(options?: RequestOptions): Promise<string>
  readonly database: TestDatabase
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<GraphqlResponse>
  /** Posts to /events as the relay does; returns the status of the response. */
  publish(...envelopes: unknown[]): Promise<number>
  /** Stops the service and starts it again on the same database. */
  restart(overrides?: Overrides): Promise<void>
}

export interface TestServiceOptions {
  readonly overrides?: Overrides
  readonly env?: Record<string, string>
}

/** Starts the whole service on its own database, with a schedule of milliseconds. */
export async function startTestService({
  overrides,
  env,
}: TestServiceOptions = {}): Promise<TestService> {
  const database = await createTestDatabase({ name: 'webhooks', entities, migrations })
  const issuer = await startTestIssuer()
  const config = readConfig({
    DATABASE_URL: database.url,
    DATABASE_MIGRATION_URL: database.ownerUrl,
    DATABASE_MIGRATE: 'false',
    AUTH_ISSUER: issuer.url,
    SERVICE_SECRET,
    EVENTS_URL: 'http://127.0.0.1:1/events',
    EVENTS_SECRET,
    WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
    WEBHOOKS_RETRY_DELAYS: '[0.02, 0.02]',
    ...env,
  })
  const logger = createLogger('webhooks', 'silent')
  let service = await startService(config, logger, overrides)
  const tokenOf = ({
    orgIds = [1],
    userId = 7,
    scope = 'webhooks:read webhooks:write',
  }: RequestOptions) => issuer.token({ claims: { sub: String(userId), org_ids: orgIds, scope } })
  return {
    get url() {
      return service.url
    },
    token: (options = {}) => tokenOf(options),
    database,
    async graphql(query, variables = {}, { headers = {}, ...options } = {}) {
      const token = await tokenOf(options)
      const response = await fetch(`${service.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'x-service-authorization': await serviceToken('webhooks', SERVICE_SECRET),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      })
      return (await response.json()) as GraphqlResponse
    },
    async publish(...envelopes) {
      const response = await fetch(`${service.url}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${EVENTS_SECRET}` },
        body: JSON.stringify(envelopes),
      })
      return response.status
    },
    async restart(again = overrides) {
      await service[Symbol.asyncDispose]()
      service = await startService(config, logger, again)
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await issuer[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** SQL: pending and finished deliveries as one table. */
export const ALL_DELIVERIES = `(
  select webhook_id, id, event, 'pending' as state from delivery
  union all select webhook_id, id, event, state from finished_delivery) as deliveries`

export interface Subscription {
  readonly id: number
  readonly secret: string
}

export interface SubscriptionOptions extends RequestOptions {
  readonly events?: readonly string[]
  readonly path?: string
}

/** Creates a webhook and verifies it with the code that the receiver gets. */
export async function subscribe(
  service: TestService,
  receiver: Receiver,
  { events, path = '', ...options }: SubscriptionOptions = {},
): Promise<Subscription> {
  const created = await service.graphql(
    `mutation ($orgId: Int!, $url: String!, $events: [String!]) {
      webhookCreate(orgId: $orgId, url: $url, events: $events) { secret webhook { id } }
    }`,
    { orgId: options.orgIds?.[0] ?? 1, url: receiver.url + path, events },
    options,
  )
  const { secret, webhook } = created.data.webhookCreate
  const [handshake] = await receiver.until(isHandshakeOf(webhook.id))
  const verified = await service.graphql(
    `mutation ($code: String!) { webhookVerify(code: $code) { verifiedAt } }`,
    { code: handshake?.json['code'] },
    options,
  )
  if (verified.errors !== undefined) throw new Error(verified.errors[0]?.message)
  // Its result is a success of the webhook, which must not arrive in the middle of a test.
  await eventually(async () => {
    const pending = await service.database.query('select 1 from delivery where webhook_id = $1', [
      webhook.id,
    ])
    expect(pending).toEqual([])
  })
  return { id: webhook.id, secret }
}

export function isHandshakeOf(id: number): (received: Received) => boolean {
  return ({ json }) => json['event'] === 'webhook-verification-code' && json['webhook_id'] === id
}

export function isEventOf(id: number, event?: string): (received: Received) => boolean {
  return ({ json }) =>
    json['webhook_id'] === id &&
    json['event'] !== 'webhook-verification-code' &&
    (event === undefined || json['event'] === event)
}

/** An event of list 28001 in organization 1 by default. */
export function listEvent(
  name: 'production-list.created' | 'production-list.updated' = 'production-list.created',
  {
    orgId = 1,
    productionListId = 28001,
    at,
  }: { orgId?: number; productionListId?: number; at?: Date } = {},
): Envelope {
  return createEvent(
    {
      name,
      orgId,
      aggregate: { type: 'production-list', id: String(productionListId), sequence: 1 },
      data: { productionListId, salesOpportunityId: 12, jobId: 12 },
    },
    at,
  )
}

export function otherEvent<Name extends Exclude<EventName, `production-list.${string}`>>(
  name: Name,
  aggregate: EnvelopeOf<Name>['aggregate'],
  data: EnvelopeOf<Name>['data'],
): Envelope {
  return createEvent({ name, orgId: 1, aggregate, data })
}

/** Retries an assertion until it holds; fails with its error after a timeout. */
export function eventually<T>(assertion: () => Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { interval: 10, timeout: 10_000 })
}

/** Resolves when no delivery is due or under way. */
export function waitUntilIdle({ database }: TestService): Promise<void> {
  return eventually(async () => expect(await pendingDeliveries(database)).toBe(0))
}
