import path from 'node:path'
import { readVariables } from '@takeoff/kit/service/config'
import { startFolderVariables } from '@takeoff/kit/service/named-file'
import { targetVariables } from '@takeoff/kit/service/platform-target'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'

export const variables = {
  ...targetVariables({
    url: 'GraphQL address of the platform.',
    token: 'Bearer token with the scope lists:write.',
    home: 'Folder of the development stack and of unfinished imports, relative to the repository.',
  }),
  ...startFolderVariables,
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  const config = readVariables(variables, env)
  return { ...config, startedIn: path.resolve(config.startedIn) }
}
