import { flag, integer, json, oneOf, readVariables, text, url } from '@takeoff/kit/service/config'
import { secretKeys, secrets } from '@takeoff/kit/service/config-secrets'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import {
  databaseVariables,
  exportVariables,
  s3Variables,
  serviceVariables,
} from '@takeoff/kit/service/config-groups'
import { s3Violations, serviceViolations } from '@takeoff/kit/service/joint-violations'
import { providerAddressesSchema } from './providers/provider-addresses.ts'

/** Where files are kept. */
export const fileStoreVariables = {
  filesDriver: oneOf('FILES_DRIVER', ['disk', 's3'], {
    default: 'disk',
    about: 'Where files are kept: a folder or an S3-compatible object store.',
  }),
  filesPath: text('FILES_PATH', { default: 'files', about: 'Folder of the disk driver.' }),
  s3Bucket: text('S3_BUCKET', {
    default: '',
    about: 'Bucket of the s3 driver; required with it.',
  }),
  ...s3Variables,
}

/** What opens the sealed texts of the database. */
export const providerKeyVariables = {
  providersSecretKeys: secretKeys('PROVIDERS_SECRET_KEY', {
    about: 'Encrypts the access tokens of provider connections in the database',
  }),
}

export const variables = {
  ...serviceVariables,
  publicUrl: url('PUBLIC_URL', {
    about: 'Address under which clients reach the gateway; file addresses begin with it.',
  }),
  productionListsUrl: url('PRODUCTION_LISTS_URL', {
    about: 'GraphQL address of the production-lists service.',
  }),
  productionListsSecrets: secrets('PRODUCTION_LISTS_SECRET', {
    about: 'Service secret of production-lists, which signs the service tokens for it.',
  }),
  renderingThreads: integer('RENDERING_THREADS', {
    default: 1,
    min: 1,
    max: 64,
    about: 'Documents rendered at the same time, each in a thread; more than cores gain nothing.',
  }),
  renderingQueueMax: integer('RENDERING_QUEUE_MAX', {
    default: 400,
    min: 0,
    max: 10_000,
    about:
      'Documents that may wait for a thread, those of one organization fill a quarter of it at most; orders beyond are refused until some are done.',
  }),
  providers: json('PROVIDERS', providerAddressesSchema, {
    default: {},
    about:
      'Order systems of suppliers, as in docs/providers.md: `{"abc-supply": {"url": "https://…"}}`.',
  }),
  providersAllowHttp: flag('PROVIDERS_ALLOW_HTTP', {
    default: false,
    about: 'Let access tokens go to order systems without TLS; for development only.',
  }),
  ...providerKeyVariables,
  filesSigningSecrets: secrets('FILES_SIGNING_SECRET', {
    about: 'Signs download addresses, which are valid for 15 minutes.',
  }),
  ...exportVariables,
  filesPerMinute: integer('FILES_PER_MINUTE', {
    default: 1_200,
    min: 1,
    max: 100_000,
    about:
      'Requests for files (`/files/*`) of an organization in a minute in this process, 16 of them at a time. A download takes two, one to each of its addresses.',
  }),
  ...fileStoreVariables,
}

export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export const readConfig = (env: Environment = process.env): Config =>
  readWithStore(variables, env, (values) => [
    ...serviceViolations(values),
    ...insecureProviders(values),
  ])

/** @throws ConfigError also without a file store: rows would be erased, and the files of a store that is not named would stay */
export function readEraseConfig(env: Environment = process.env) {
  const isNamed = env['FILES_DRIVER'] === 's3' || Boolean(env['FILES_PATH'])
  const unnamed =
    'FILES_PATH or FILES_DRIVER=s3 must be set, as the service has it: files are erased, too'
  const own = { ...databaseVariables, ...fileStoreVariables }
  return readWithStore(own, env, () => (isNamed ? [] : [unnamed]))
}

/**
 * Reads variables with those of the file store, of which the s3 driver needs the bucket, and both parts of a key.
 * @throws ConfigError with every violation, `more` included
 */
export function readWithStore<V extends typeof fileStoreVariables>(
  variables: V,
  env: Environment = process.env,
  more: (values: Partial<ConfigOf<V>>) => readonly string[] = () => [],
): ConfigOf<V> {
  return readVariables(variables, env, (values) => [...storeViolations(values), ...more(values)])
}

function storeViolations(values: Partial<ConfigOf<typeof fileStoreVariables>>): readonly string[] {
  if (values.filesDriver !== 's3') return []
  const bucket =
    values.s3Bucket === '' ? [`S3_BUCKET is not set (${variables.s3Bucket.about})`] : []
  return [...bucket, ...s3Violations(values)]
}

function insecureProviders({ providers, providersAllowHttp }: Partial<Config>): readonly string[] {
  if (providers === undefined || providersAllowHttp !== false) return []
  return Object.entries(providers)
    .filter(([, { url }]) => !url.startsWith('https://'))
    .map(
      ([name]) => `PROVIDERS ${name}: url must begin with https:// (${variables.providers.about})`,
    )
}
