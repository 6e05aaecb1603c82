import { BadRequestError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, RouteOptions } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Responds with 405 to methods that a path does not serve, before the body is read. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly string[],
  errorHandler?: RouteOptions['errorHandler'],
): void {
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url,
    onRequest(request, reply, done) {
      void reply.header('allow', allowed.join(', '))
      const message = `${request.method} is not served here; use ${allowed.join(' or ')}.`
      done(new BadRequestError(message, { status: 405 }))
    },
    handler: (_request, reply) => reply.send(),
    ...(errorHandler && { errorHandler }),
  })
}
