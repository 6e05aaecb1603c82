import { isOneOf } from '@takeoff/kit/http/shared-secret'
import { UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance } from 'fastify'

/** Refuses calls of all routes of `app` without the bearer token, before their bodies are read. */
export function requireToken(app: FastifyInstance, accessToken: string): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (isOneOf(headers.authorization, [`Bearer ${accessToken}`])) return done()
    done(new UnauthenticatedError('The access token is not valid.'))
  })
}
