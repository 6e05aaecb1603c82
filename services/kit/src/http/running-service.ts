import type { FastifyInstance } from 'fastify'
import type { RunningService } from '../service/run.ts'
import { drain } from './drain.ts'
import { becomeUnready } from './health.ts'

/**
 * A service that an application serves.
 * @param url base address, without a slash at the end
 * @param dispose stops the service
 */
export function runningService(
  app: FastifyInstance,
  url: string,
  dispose: () => Promise<void>,
): RunningService {
  return {
    url,
    becomeUnready: () => becomeUnready(app),
    drain: () => drain(app.server),
    [Symbol.asyncDispose]: dispose,
  }
}
