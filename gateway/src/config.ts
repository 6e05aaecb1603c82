import {
  flag,
  integer,
  json,
  oneOf,
  optional,
  optionalText,
  optionalUrl,
  readVariables,
  text,
  texts,
} from '@takeoff/kit/service/config'
import { SECRET_LENGTH_MIN } from '@takeoff/kit/service/config-secrets'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import type { AuthConfig } from '@takeoff/kit/security/auth'
import { authVariables, callerVariables, httpVariables } from '@takeoff/kit/service/config-groups'
import { httpViolations } from '@takeoff/kit/service/joint-violations'
import { isOrigin } from '@takeoff/kit/values/is-origin'
import { splitList } from '@takeoff/kit/values/split-list'
import { REQUEST_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { storeViolations } from '@takeoff/supergraph/config'
import { z } from 'zod'
import { budgetViolations, budgetVariables } from './budgets/budget-config.ts'
import { costVariables } from './cost/cost-config.ts'
import { documentVariables } from './documents/document-config.ts'
import { connectionVariables } from './http/connection-config.ts'
import { corsVariables } from './http/cors-config.ts'
import { followVariables } from './registry/config.ts'

const namedTexts = z.record(z.string(), z.string())
const namedSecrets = z.record(
  z.string(),
  z
    .string()
    .transform(splitList)
    .refine(
      (secrets) => secrets.every(({ length }) => length >= SECRET_LENGTH_MIN),
      `must have at least ${SECRET_LENGTH_MIN} characters`,
    ),
)

const gatewayVariables = {
  ...httpVariables,
  reusePort: flag('REUSE_PORT', {
    default: false,
    about: 'Let several gateways listen on one port, which must be a port and not 0. Linux.',
  }),
  supergraphPath: text('SUPERGRAPH_PATH', {
    default: 'gateway/supergraph.graphql',
    about: 'Supergraph file to serve, relative to the working directory.',
  }),
  ...followVariables,
  auth: oneOf('AUTH', ['on', 'off'], {
    default: 'on',
    about:
      '`off` checks no tokens and only forwards them; the `AUTH_…` variables are then not read. For trying things out.',
  }),
  ...callerVariables,
  subgraphUrls: json('SUBGRAPH_URLS', namedTexts, {
    default: {},
    about:
      'JSON object, subgraph name to GraphQL address. Overrides the addresses in the supergraph.',
  }),
  subgraphOrigins: optional(
    texts('SUBGRAPH_ORIGINS', {
      violation: originViolation,
      about:
        'Origins that the addresses of subgraphs may have, separated by commas, such as `https://lists.internal:4001`; a supergraph with another address is not served. Required with a registry.',
    }),
  ),
  subgraphSecrets: json('SUBGRAPH_SECRETS', namedSecrets, {
    default: {},
    secret: true,
    about:
      'JSON object, subgraph name to its service secret, which signs the service tokens for it. At least 32 characters. With token checks all have one, `console` and the other services behind routes, too; only a gateway without any service of Takeoff may have none.',
  }),
  planningTimeoutMs: integer('PLANNING_TIMEOUT_MS', {
    default: 500,
    min: 2,
    about:
      'Maximum CPU time for checking one document and for planning one operation, in milliseconds. Each happens once; what takes more is refused.',
  }),
  subgraphConnections: integer('SUBGRAPH_CONNECTIONS', {
    default: 50,
    min: 1,
    max: 1000,
    about:
      'Maximum connections kept to each subgraph for operations, half of them for requests of one organization at a time, and as many more to each service behind routes for its files, exports and pages.',
  }),
  subgraphConnectTimeoutMs: integer('SUBGRAPH_CONNECT_TIMEOUT_MS', {
    default: 2000,
    min: 1,
    about: 'Longest wait for a connection to a subgraph, in milliseconds.',
  }),
  subgraphTimeoutMs: integer('SUBGRAPH_TIMEOUT_MS', {
    default: 15_000,
    min: 1,
    about: 'Longest wait for the whole response of a subgraph, in milliseconds.',
  }),
  subgraphAnswerBytesMax: integer('SUBGRAPH_ANSWER_BYTES_MAX', {
    default: 20_000_000,
    min: 1,
    about: 'Largest response taken from a subgraph, in bytes.',
  }),
  readyFile: optionalText('READY_FILE', {
    about:
      'File that has to exist before `/health/ready` responds with 200, where more than the services is started; without it a gateway that serves is ready.',
  }),
  filesUrl: optionalUrl('FILES_URL', {
    about:
      'Base address of order-documents, behind `/files/*` and `/exports/orders`; without it there are no files.',
  }),
  exportsUrl: optionalUrl('EXPORTS_URL', {
    about:
      'Base address of production-lists, behind `/exports/*` and `/measurement-files`; without it there are neither.',
  }),
  auditUrl: optionalUrl('AUDIT_URL', {
    about:
      'Base address of the webhook service, behind `/exports/audit`; without it the audit log cannot be exported.',
  }),
  consoleUrl: optionalUrl('CONSOLE_URL', {
    about:
      'Base address of the console, which serves `/session/*` and every page without another route; without it these are not found.',
  }),
  bodyBytesMax: integer('BODY_BYTES_MAX', {
    default: REQUEST_BYTES_MAX,
    min: 1,
    about: 'Largest request body, in bytes.',
  }),
  ...corsVariables,
  ...connectionVariables,
  ...documentVariables,
  ...costVariables,
  ...budgetVariables,
  errorCodes: texts('ERROR_CODES', {
    default: [
      'VENDOR_REQUIRED',
      'VENDOR_AMBIGUOUS',
      'RENDERING_QUEUE_FULL',
      'NOTHING_TO_ORDER',
      'PROVIDER_NOT_CONNECTED',
      'PROVIDER_LIMIT_EXCEEDED',
    ],
    about: 'Error codes of the subgraphs’ own that clients may see, separated by commas.',
  }),
  docsFolder: optionalText('DOCS_FOLDER', {
    about:
      'Folder of the documentation that `npm run docs` builds, served at `/docs/`; its `llms.txt` at `/llms.txt`. The image has it.',
  }),
  explorer: flag('EXPLORER', {
    default: true,
    about: 'Serve the GraphQL explorer at `/graphiql`.',
  }),
  explorerOperations: optionalText('EXPLORER_OPERATIONS', {
    about:
      'Folder of `<name>.graphql` files, each with an optional `<name>.variables.json`: the explorer’s first tabs.',
  }),
  explorerHeaders: json('EXPLORER_HEADERS', namedTexts, {
    default: {},
    about:
      'JSON object of headers that the explorer fills in when it is opened at `localhost`, `127.0.0.1` or `[::1]`. Every client that can connect can request them: for development only.',
  }),
}

export const variables = { ...gatewayVariables, ...authVariables }

export type Config = ConfigOf<typeof gatewayVariables> & {
  /** How tokens are checked; undefined without token checks. */
  readonly tokens: AuthConfig | undefined
}

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  if (env['AUTH'] === 'off')
    return { ...readVariables(gatewayVariables, env, violationsOf), tokens: undefined }
  const config = readVariables(variables, env, violationsOf)
  return { ...config, tokens: config }
}

function originViolation(text: string): string | undefined {
  if (isOrigin(text)) return undefined
  return `must be origins, such as https://lists.internal:4001, and "${text}" is none`
}

type Values = Partial<ConfigOf<typeof gatewayVariables>>

function violationsOf(values: Values): readonly string[] {
  return [
    ...httpViolations(values),
    ...budgetViolations(values),
    ...followViolations(values),
    ...storeViolations(values),
    ...documentViolations(values),
  ]
}

/** Write access to the registry must not decide where tokens and secrets are sent. */
function followViolations(values: Values): readonly string[] {
  const { supergraphRegistry, supergraphPublicKeys: keys } = values
  if (supergraphRegistry === undefined) return []
  const missing = []
  if (keys?.length === 0) missing.push('SUPERGRAPH_PUBLIC_KEYS')
  if ('subgraphOrigins' in values && values.subgraphOrigins === undefined)
    missing.push('SUBGRAPH_ORIGINS')
  return missing.map((name) => `${name} must be set with SUPERGRAPH_REGISTRY`)
}

function documentViolations({ persistedDocuments, persistedDocumentsOnly }: Values) {
  return persistedDocumentsOnly === true && persistedDocuments === undefined
    ? ['PERSISTED_DOCUMENTS must be set with PERSISTED_DOCUMENTS_ONLY']
    : []
}
