import path from 'node:path'
import { integer, readVariables } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { homeVariable } from '@takeoff/kit/service/platform-target'
import { optionalHostsUrl } from '@takeoff/kit/service/host-list'

export const variables = {
  home: homeVariable('Folder of everything that is kept between runs, relative to the repository.'),
  port: integer('PORT', { default: 4000, min: 1, max: 65_535, about: 'Port of the gateway.' }),
  amqpUrl: optionalHostsUrl('AMQP_URL', {
    protocols: ['amqp', 'amqps'],
    secret: true,
    about: 'A RabbitMQ that runs already; else one is started where one can be had.',
  }),
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  return readVariables(variables, env)
}

/**
 * The variables of the caller's environment that child processes inherit, and with them where traces go; a stray PORT
 * must not reach them.
 */
export function readBaseEnvironment(env: Environment = process.env): Record<string, string> {
  const names = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'DOCKER_HOST'])
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && (names.has(name) || isOfTelemetry(name)) ? [[name, value]] : [],
    ),
  )
}

/** All variables of the caller, such as those of a proxy and of npm: for commands as the caller would run them. */
export function readCallerEnvironment(): Environment {
  return process.env
}

/** Each process has a name of its own. */
function isOfTelemetry(name: string): boolean {
  return name.startsWith('OTEL_') && name !== 'OTEL_SERVICE_NAME'
}

/** The folders of the PATH. */
export function readSearchPath(env: Environment = process.env): string[] {
  return (env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '')
}

/** Whether this runs before data of others. */
export function isProduction(env: Environment = process.env): boolean {
  return env['NODE_ENV'] === 'production'
}

/** Whether a continuous integration server runs this. */
export function isContinuousIntegration(env: Environment = process.env): boolean {
  return !['', '0', 'false', undefined].includes(env['CI'])
}
