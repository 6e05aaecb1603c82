import { createHttpServer } from '@takeoff/kit/http/http-server'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { addOperatorRoutes, OPERATOR_ROUTES } from '../../src/operator/operator-routes.ts'
import { callCli } from './call-cli.ts'

const OPERATOR_SECRET = 'operator-secret-of-32-characters'

/** Starts the operator API on a database, without the engine that would send due deliveries. */
export async function startOperator(database: Database, eventsUrl = 'http://127.0.0.1:1/events') {
  const logger = createLogger('webhooks', 'silent')
  const app = createHttpServer({
    logger,
    serviceTokens: { audience: 'webhooks', secrets: ['x'] },
    publicRoutes: OPERATOR_ROUTES,
  })
  addOperatorRoutes(app, {
    database,
    logger,
    eventsUrl,
    secrets: [OPERATOR_SECRET],
    auditRetentionDays: 90,
    deliveries: { claimNow: () => undefined },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    /** Runs a command of the CLI against the API. */
    run: (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      callCli(args, { WEBHOOKS_URL: url, OPERATOR_SECRET, ...env }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}
