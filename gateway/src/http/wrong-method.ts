import { AppError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, RouteOptions } from 'fastify'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

class WrongMethodError extends AppError {
  override readonly code = 'BAD_REQUEST'
  override readonly httpStatus = 405

  constructor(method: string, allowed: readonly string[]) {
    super(`${method} is not served here; use ${allowed.join(' or ')}.`)
  }
}

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
      done(new WrongMethodError(request.method, allowed))
    },
    handler: (_request, reply) => reply.send(),
    ...(errorHandler && { errorHandler }),
  })
}
