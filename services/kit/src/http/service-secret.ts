import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ForbiddenError } from '../values/errors.ts'

/** Header with the secret that services share with the gateway. */
export const SERVICE_AUTHORIZATION = 'x-service-authorization'

/** Compares in constant time; hashing first makes the lengths equal. */
export function secretsMatch(given: string | undefined, expected: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined
}

/** Refuses callers without the secret with 403, on all but the open routes. */
export function requireServiceSecret(
  app: FastifyInstance,
  secret: string,
  openRoutes: readonly string[],
): void {
  const open = new Set(openRoutes)
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers[SERVICE_AUTHORIZATION]
    if (open.has(request.routeOptions.url ?? '')) return done()
    if (secretsMatch(typeof given === 'string' ? given : undefined, secret)) return done()
    done(new ForbiddenError('This service answers its gateway only.'))
  })
}
