import { readVariables, url } from '@takeoff/kit/service/config'
import { secrets } from '@takeoff/kit/service/config-secrets'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { exportVariables, serviceVariables } from '@takeoff/kit/service/config-groups'
import { serviceViolations } from '@takeoff/kit/service/joint-violations'

export const variables = {
  ...serviceVariables,
  orderDocumentsUrl: url('ORDER_DOCUMENTS_URL', {
    about: 'GraphQL address of the order-documents service, which knows the vendors.',
  }),
  orderDocumentsSecrets: secrets('ORDER_DOCUMENTS_SECRET', {
    about: 'Service secret of order-documents, which signs the service tokens for it.',
  }),
  ...exportVariables,
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export const readConfig = (env: Environment = process.env): Config =>
  readVariables(variables, env, serviceViolations)
