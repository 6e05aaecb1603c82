import { optionalText, optionalUrl, readVariables } from '@takeoff/kit/service/config'
import { splitList } from '@takeoff/kit/values/split-list'
import { targetVariables } from '@takeoff/kit/service/platform-target'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'

export const variables = {
  webhooksUrl: optionalUrl('WEBHOOKS_URL', {
    about: 'Address of the webhook service, which serves the operator API.',
  }),
  operatorSecret: optionalText('OPERATOR_SECRET', {
    secret: true,
    about: 'Secret of the operator API, as the webhook service has it; the first one of a list.',
  }),
  productionListsUrl: optionalUrl('PRODUCTION_LISTS_URL', {
    about: 'Address of the metrics of production-lists (its ADMIN_PORT), which tell of its outbox.',
  }),
  orderDocumentsUrl: optionalUrl('ORDER_DOCUMENTS_URL', {
    about: 'Address of the metrics of order-documents (its ADMIN_PORT), which tell of its outbox.',
  }),
  ...targetVariables({
    url: 'GraphQL address of the platform, for `listen`.',
    token: 'Bearer token with the scopes webhooks:read and webhooks:write, for `listen`.',
    home: 'Folder of the development stack, relative to the repository.',
  }),
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  const config = readVariables(variables, env)
  const [operatorSecret] = splitList(config.operatorSecret ?? '')
  return { ...config, operatorSecret: operatorSecret || undefined }
}
