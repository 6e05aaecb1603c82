import path from 'node:path'
import { optionalText, optionalUrl, readVariables, text } from '@takeoff/kit/service/config'
import { startFolderVariables } from '@takeoff/kit/service/named-file'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'

export const variables = {
  url: optionalUrl('TAKEOFF_URL', { about: 'GraphQL address of the platform.' }),
  token: optionalText('TAKEOFF_TOKEN', {
    secret: true,
    about: 'Bearer token with the scope lists:write.',
  }),
  home: text('TAKEOFF_HOME', {
    default: '.takeoff',
    about: 'Folder of the development stack and of unfinished imports, relative to the repository.',
  }),
  ...startFolderVariables,
}

export type Config = ConfigOf<typeof variables>

const repositoryRoot = path.resolve(import.meta.dirname, '../../..')

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  const config = readVariables(variables, env)
  return {
    ...config,
    home: path.resolve(repositoryRoot, config.home),
    startedIn: path.resolve(config.startedIn),
  }
}
