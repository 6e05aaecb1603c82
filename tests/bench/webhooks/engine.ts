import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { bundleOf } from '@takeoff/bundles/programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { AUDIENCE } from '@takeoff/dev-env/issuer/provider'
import { sendGraphql } from '@takeoff/dev-env/send-graphql'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import { startChild } from '../child.ts'
import type { Stage } from './stage.ts'

const SERVICE_SECRET = 'the service secret of the benchmark'
/** Those of its image, in services/bundles/Dockerfile. */
const NODE_FLAGS = ['--max-semi-space-size=64']

/** The webhooks service as it runs in production, with its own database. */
export interface Engine extends AsyncDisposable {
  readonly pid: number
  readonly url: string
  readonly databaseUrl: string
  /** Returns the data of an operation on behalf of the organizations. */
  request<T>(orgIds: readonly number[], query: string, variables: object): Promise<T>
}

export interface EngineOptions {
  /** Name of its database, and of its profile. */
  readonly database: string
  /** Variables in addition to those that it requires. */
  readonly env?: Readonly<Record<string, string>>
}

export async function startEngine(
  stage: Stage,
  { database, env = {} }: EngineOptions,
): Promise<Engine> {
  const databaseUrl = await stage.postgres.createDatabase(database)
  const child = await startChild({
    entry: bundleOf('webhooks'),
    logFile: path.join(stage.home, 'logs/webhooks.log'),
    nodeFlags: [...NODE_FLAGS, ...stage.nodeFlags(database)],
    env: {
      ...readBaseEnvironment(),
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      EVENTS_URL: stage.amqpUrl,
      AUTH_ISSUER: stage.issuer.url,
      AUTH_AUDIENCE: AUDIENCE,
      AUTH_JWKS_URL: stage.issuer.jwksUrl,
      SERVICE_SECRET,
      WEBHOOKS_SECRET_KEY: randomBytes(32).toString('base64'),
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
      ...env,
    },
  })
  const { url } = child.readyMessage as { readonly url: string }
  return {
    pid: child.pid,
    url,
    databaseUrl,
    async request(orgIds, query, variables) {
      const token = await stage.issuer.mintToken({
        userId: 1,
        orgIds,
        scopes: ['webhooks:read', 'webhooks:write'],
      })
      const headers = {
        'x-service-authorization': await serviceToken('webhooks', SERVICE_SECRET),
      }
      return sendGraphql(`${url}/graphql`, token, { query, variables }, { headers })
    },
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}
