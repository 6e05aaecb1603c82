import { integer, readVariables, secrets, url } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { serviceVariables } from '@takeoff/kit/service/config-groups'

export const variables = {
  ...serviceVariables,
  orderDocumentsUrl: url('ORDER_DOCUMENTS_URL', {
    about: 'GraphQL address of the order-documents service, which knows the vendors.',
  }),
  orderDocumentsSecrets: secrets('ORDER_DOCUMENTS_SECRET', {
    about: 'Service secret of order-documents, which signs the service tokens for it.',
  }),
  exportsPerMinute: integer('EXPORTS_PER_MINUTE', {
    default: 60,
    min: 1,
    max: 100_000,
    about:
      'Exports (`/exports/*`) that an organization may begin in a minute in this process, 4 of them at a time.',
  }),
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export const readConfig = (env: Environment = process.env): Config => readVariables(variables, env)
