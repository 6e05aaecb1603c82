import path from 'node:path'
import { optionalText, optionalUrl, readVariables, text } from '@takeoff/kit/config'
import type { ConfigOf, Environment } from '@takeoff/kit/config'

const postgres = { protocols: ['postgres', 'postgresql'] }

export const variables = {
  databaseUrl: optionalUrl('DATABASE_URL', {
    ...postgres,
    secret: true,
    about: 'Database of the webhook service.',
  }),
  eventsUrl: optionalUrl('EVENTS_URL', {
    protocols: ['amqp', 'amqps', 'http', 'https'],
    secret: true,
    about: 'Carrier of domain events, as the services have it.',
  }),
  productionListsDatabaseUrl: optionalUrl('PRODUCTION_LISTS_DATABASE_URL', {
    ...postgres,
    secret: true,
    about: 'Database of production-lists, to look into its outbox.',
  }),
  orderDocumentsDatabaseUrl: optionalUrl('ORDER_DOCUMENTS_DATABASE_URL', {
    ...postgres,
    secret: true,
    about: 'Database of order-documents, to look into its outbox.',
  }),
  url: optionalUrl('TAKEOFF_URL', { about: 'GraphQL address of the platform, for `listen`.' }),
  token: optionalText('TAKEOFF_TOKEN', {
    secret: true,
    about: 'Bearer token with the scope webhooks:manage, for `listen`.',
  }),
  home: text('TAKEOFF_HOME', {
    default: '.takeoff',
    about: 'Folder of the development stack, relative to the repository.',
  }),
}

export type Config = ConfigOf<typeof variables>

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..')

/** @throws ConfigError with every fault */
export function readConfig(env: Environment = process.env): Config {
  const config = readVariables(variables, env)
  return { ...config, home: path.resolve(repositoryRoot, config.home) }
}
