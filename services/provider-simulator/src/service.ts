import { createHttpServer } from '@takeoff/kit/http/http-server'
import { runningService } from '@takeoff/kit/http/running-service'
import { tlsFilesOf } from '@takeoff/kit/http/tls'
import type { Logger } from '@takeoff/kit/service/logger'
import type { RunningService } from '@takeoff/kit/service/run'
import type { Config } from './config.ts'
import { addControlRoutes } from './control-routes.ts'
import { OrderBook } from './order-book.ts'
import { addProviderRoutes } from './provider-routes.ts'
import { Scripts } from './script.ts'
import { isOneOf } from '@takeoff/kit/http/shared-secret'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance } from 'fastify'

/** Simulates the order systems of suppliers, controlled by scripts. */
export async function startService(
  config: Config,
  logger: Logger,
  now: () => Date = () => new Date(),
): Promise<RunningService> {
  const { accessToken, stepMs } = config
  const stopping = new AbortController()
  const scripts = new Scripts()
  const book = new OrderBook({ deduplicates: false, stepMs }, now)
  const app = createHttpServer({ logger, admin: config, tls: tlsFilesOf(config) })
  app.addHook('preClose', (done) => {
    stopping.abort()
    done()
  })
  // Health and metrics are outside of it.
  void app.register((guarded, _options, done) => {
    requireToken(guarded, accessToken)
    addProviderRoutes(guarded, { book, scripts, stopping: stopping.signal })
    addControlRoutes(guarded, { book, scripts })
    done()
  })
  const url = await app.listen({ host: config.host, port: config.port })
  return runningService(app, url, () => app.close())
}

/** Refuses calls of all routes of `app` without the bearer token, before their bodies are read. */
function requireToken(app: FastifyInstance, accessToken: string): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (isOneOf(headers.authorization, [`Bearer ${accessToken}`])) return done()
    done(new UnauthenticatedError('The access token is not valid.'))
  })
}
