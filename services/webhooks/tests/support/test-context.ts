import type { Database } from '@takeoff/kit/postgres/database'
import { createSecretBox } from '@takeoff/kit/security/secret-box'
import { createLogger } from '@takeoff/kit/service/logger'
import { createContext } from '../../src/context.ts'
import type { Context } from '../../src/context.ts'

/** The context of a caller of organization 1, without the engine that would send and cancel deliveries. */
export function testContext(database: Database): Context {
  const resources = {
    database,
    secretBox: createSecretBox([Buffer.alloc(32)]),
    addressRules: { allowLoopback: true },
    deliveries: { claimNow: () => undefined },
  }
  return createContext(resources, {
    caller: { userId: 7, orgIds: [1], scopes: new Set(['webhooks:write']), token: '' },
    requestId: 'request-0001',
    traceparent: undefined,
    idempotencyKey: undefined,
    warnings: [],
    logger: createLogger('test', 'silent'),
  })
}
