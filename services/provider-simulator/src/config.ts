import { integer, readVariables, text } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { httpVariables } from '@takeoff/kit/service/config-groups'
import { httpViolations } from '@takeoff/kit/service/joint-violations'

export const variables = {
  ...httpVariables,
  accessToken: text('SIMULATOR_TOKEN', {
    default: 'simulator',
    about: 'The bearer token that suppliers and the control API accept; any other gets 401.',
  }),
  stepMs: integer('SIMULATOR_STEP_MS', {
    default: 0,
    about: 'Milliseconds after which an order reaches its next status; 0: only on request.',
  }),
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export const readConfig = (env: Environment = process.env): Config =>
  readVariables(variables, env, httpViolations)
