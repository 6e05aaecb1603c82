import { ConfigError } from '@takeoff/kit/service/config'
import type { FastifyInstance } from 'fastify'
import { errorCode } from '@takeoff/kit/values/caught'

/** Fastify passes all options on to Node; its types do not know `reusePort`. */
export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly reusePort: boolean
}

/**
 * Starts to listen.
 * @returns the base address, without a slash at the end
 * @throws ConfigError where the operating system cannot share a port between processes
 */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  { host, port, reusePort }: ListenOptions,
): Promise<string> {
  const options: ListenOptions = { host, port, reusePort }
  try {
    return await app.listen(options)
  } catch (error) {
    if (!reusePort || errorCode(error) !== 'ENOTSUP') throw error
    throw new ConfigError(['REUSE_PORT must be false: this operating system cannot share a port'])
  }
}
