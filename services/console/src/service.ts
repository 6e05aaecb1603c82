import { fastifyCookie } from '@fastify/cookie'
import { runningService } from '@takeoff/kit/http/running-service'
import { createHttpServer } from '@takeoff/kit/http/http-server'
import { tlsFilesOf } from '@takeoff/kit/http/tls'
import { Authenticator } from '@takeoff/kit/security/auth'
import type { Logger } from '@takeoff/kit/service/logger'
import { createMetrics } from '@takeoff/kit/service/metrics'
import type { RunningService } from '@takeoff/kit/service/run'
import type { Config } from './config.ts'
import { Documents } from './forwarding/documents.ts'
import { addForwardRoutes } from './forwarding/forward-routes.ts'
import { Gateway } from './forwarding/gateway.ts'
import { Cookies } from './http/cookies.ts'
import { addPageRoutes, requireApplication } from './http/page-routes.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { openStore, sessionLimits } from './sessions/open-store.ts'
import { Sessions } from './sessions/sessions.ts'
import { REQUEST_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { IssuerClient } from './issuer/issuer-client.ts'
import { addCallback } from './sign-in/callback.ts'
import { addSessionRoutes } from './sign-in/session-routes.ts'

/** Serves the application, and holds the sessions of the browsers that have signed in. */
export async function startService(config: Config, logger: Logger): Promise<RunningService> {
  const documents = await Documents.read(config.consoleDocuments)
  const { consoleFolder: folder } = config
  await requireApplication(folder).catch(() =>
    logger.warn(
      { folder },
      'CONSOLE_FOLDER has no application: /health/ready responds with 503 until npm run console has built it',
    ),
  )
  const { store, ready: storeReady } = await openStore(config)
  const issuer = new IssuerClient(config)
  const gateway = new Gateway(config)
  const { authIssuer: issuerUrl } = config
  const limits = sessionLimits(config)
  const sessions = new Sessions({ store, limits, issuer, issuerUrl, logger })
  const app = createHttpServer({
    logger,
    serviceTokens: { audience: 'console', secrets: config.serviceSecrets },
    bodyLimitBytes: REQUEST_BYTES_MAX,
    admin: config,
    tls: tlsFilesOf(config),
    metrics: createMetrics('console'),
    async ready() {
      await requireApplication(folder)
      await storeReady?.()
    },
  })
  addSecurityHeaders(app)
  await app.register(fastifyCookie)
  const cookies = new Cookies(config.publicUrl)
  const authenticator = new Authenticator(config, logger)
  // Nothing about a person may stay in a cache, unless the gateway says so of a file.
  await app.register((scope, _options, done) => {
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.headers({ 'cache-control': 'no-store', vary: 'Cookie' })
      next()
    })
    const options = { config, cookies, sessions, issuer, authenticator }
    addSessionRoutes(scope, options)
    addCallback(scope, options)
    addForwardRoutes(scope, { config, cookies, sessions, gateway, documents })
    done()
  })
  await app.register((scope) => addPageRoutes(scope, { folder, publicUrl: config.publicUrl }))
  const url = await app.listen({ host: config.host, port: config.port })
  return runningService(app, url, async () => {
    await app.close()
    await gateway[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
  })
}
