import path from 'node:path'
import { bundleOf, repositoryRoot } from '@takeoff/bundles/programs'
import { urlForRole } from '@takeoff/kit/postgres/database-roles'
import type { DatabaseRoles } from '@takeoff/kit/postgres/database-roles'
import { siteFolder } from '@takeoff/docs-site/folders'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { readBaseEnvironment } from './config.ts'
import { devDetailsFile } from './dev-details.ts'
import { CONSOLE_CLIENT_ID, peopleToSignIn } from './issuer/identities.ts'
import type { Identities } from './issuer/identities.ts'
import { AUDIENCE } from './issuer/provider.ts'
import type { Secrets } from './secrets.ts'
import type { ServiceName } from './service-name.ts'
import type { ServicePlan } from './supervisor.ts'

export interface Surroundings {
  readonly home: string
  readonly ports: Readonly<Record<ServiceName, number>>
  /** Ports of further processes of the webhook service. */
  readonly furtherWebhookPorts: readonly number[]
  readonly secrets: Secrets
  readonly databases: Readonly<Record<DatabaseOwner, string>>
  readonly databaseRoles: Readonly<Record<DatabaseOwner, DatabaseRoles>>
  readonly issuer: { readonly url: string; readonly jwksUrl: string }
  /** Who can sign in there. */
  readonly identities: Identities
  readonly eventsUrl: string
  readonly extra: ExtraEnvironment
  /** Token that the explorer sends. */
  readonly explorerToken: string
}

export type ExtraEnvironment = Partial<Readonly<Record<ServiceName, Record<string, string>>>>

/** The subgraphs: each has a database of its own. */
export const databaseOwners = ['production-lists', 'order-documents', 'webhooks'] as const

export type DatabaseOwner = (typeof databaseOwners)[number]

export function byOwner<T>(
  valueOf: (owner: DatabaseOwner) => T,
): Readonly<Record<DatabaseOwner, T>> {
  return {
    'production-lists': valueOf('production-lists'),
    'order-documents': valueOf('order-documents'),
    webhooks: valueOf('webhooks'),
  }
}

/** The name of a service's database, and of the role of its process. */
export function databaseNameOf(owner: DatabaseOwner): string {
  return owner.replaceAll('-', '_')
}

/** The access token that every simulated provider accepts. */
export const SIMULATOR_TOKEN = 'simulator-access-token'

/** The folder where the files of orders are stored. */
export function filesFolder(home: string): string {
  return path.join(home, 'files')
}

/** How each service is started: as its bundle, with the same variables as in production, all on loopback. */
export function planServices(surroundings: Surroundings): ServicePlan[] {
  return [
    planSimulator(surroundings),
    ...planWebhooks(surroundings),
    planSubgraph('production-lists', surroundings, {
      ORDER_DOCUMENTS_URL: graphqlUrl('order-documents', surroundings),
      ORDER_DOCUMENTS_SECRET: surroundings.secrets.services['order-documents'],
    }),
    planSubgraph('order-documents', surroundings, {
      PRODUCTION_LISTS_URL: graphqlUrl('production-lists', surroundings),
      PRODUCTION_LISTS_SECRET: surroundings.secrets.services['production-lists'],
      PROVIDERS_SECRET_KEY: surroundings.secrets.providersKey,
      PUBLIC_URL: urlOf('gateway', surroundings),
      FILES_DRIVER: 'disk',
      FILES_PATH: filesFolder(surroundings.home),
      FILES_SIGNING_SECRET: surroundings.secrets.filesSigning,
      PROVIDERS: JSON.stringify(providersOf(surroundings)),
      PROVIDERS_ALLOW_HTTP: 'true',
    }),
    planConsole(surroundings),
    planGateway(surroundings),
  ]
}

export function urlOf(name: ServiceName, { ports }: Pick<Surroundings, 'ports'>): string {
  return `http://127.0.0.1:${ports[name]}`
}

/** The address at which a service receives domain events without a broker. */
export function httpTransportUrl(surroundings: Pick<Surroundings, 'ports'>): string {
  return `${urlOf('webhooks', surroundings)}/events`
}

/** The known providers of order-documents, all played by the simulator, which responds quickly or never. */
function providersOf(surroundings: Surroundings): object {
  const url = urlOf('provider-simulator', surroundings)
  return Object.fromEntries(
    ['abc-supply', 'srs', 'qxo'].map((name) => [
      name,
      { url: `${url}/${name}`, timeoutMs: 3_000, settleMs: 5_000 },
    ]),
  )
}

function planSimulator(surroundings: Surroundings): ServicePlan {
  const name = 'provider-simulator'
  return {
    name,
    entry: bundleOf(name),
    env: {
      ...processEnvironment(name, surroundings),
      SIMULATOR_TOKEN,
      ...surroundings.extra[name],
    },
  }
}

/** The gateway calls the first process; all of them ingest events and deliver. */
function planWebhooks(surroundings: Surroundings): ServicePlan[] {
  const first = planSubgraph('webhooks', surroundings, {
    WEBHOOKS_SECRET_KEY: surroundings.secrets.webhooksKey,
    WEBHOOKS_ALLOW_LOOPBACK: 'true',
    OPERATOR_SECRET: surroundings.secrets.operator,
  })
  const further = surroundings.furtherWebhookPorts.map((port, index): ServicePlan => ({
    ...first,
    name: `webhooks-${index + 2}`,
    env: { ...first.env, PORT: String(port) },
  }))
  return [first, ...further]
}

function planSubgraph(
  name: DatabaseOwner,
  surroundings: Surroundings,
  env: Readonly<Record<string, string>>,
): ServicePlan {
  const url = surroundings.databases[name]
  const { owner, process } = surroundings.databaseRoles[name]
  return {
    name,
    entry: bundleOf(name),
    env: {
      ...commonEnvironment(name, surroundings),
      DATABASE_URL: urlForRole(url, process),
      DATABASE_MIGRATION_URL: urlForRole(url, owner),
      EVENTS_URL: surroundings.eventsUrl,
      EVENTS_SECRET: surroundings.secrets.events,
      SERVICE_SECRET: surroundings.secrets.services[name],
      ...env,
      ...surroundings.extra[name],
    },
  }
}

function planConsole(surroundings: Surroundings): ServicePlan {
  const name = 'console'
  return {
    name,
    entry: bundleOf(name),
    env: {
      ...commonEnvironment(name, surroundings),
      SERVICE_SECRET: surroundings.secrets.services[name],
      PUBLIC_URL: urlOf('gateway', surroundings),
      GATEWAY_URL: urlOf('gateway', surroundings),
      SIGN_IN_CLIENT_ID: CONSOLE_CLIENT_ID,
      // OpenID Connect wants consent for a refresh token, and another person may be signed in at the issuer.
      SIGN_IN_PARAMETERS: JSON.stringify({ prompt: 'login consent' }),
      SIGN_IN_PEOPLE: JSON.stringify(peopleToSignIn(surroundings.identities)),
      ...surroundings.extra[name],
    },
  }
}

function planGateway(surroundings: Surroundings): ServicePlan {
  const { home, secrets, explorerToken } = surroundings
  return {
    name: 'gateway',
    entry: bundleOf('gateway'),
    env: {
      ...commonEnvironment('gateway', surroundings),
      SUPERGRAPH_PATH: path.join(repositoryRoot, 'gateway/supergraph.graphql'),
      // All parts share the cores of one machine, which starting processes occupy for a while.
      PLANNING_TIMEOUT_MS: '10000',
      SUBGRAPH_URLS: JSON.stringify(
        Object.fromEntries(databaseOwners.map((name) => [name, graphqlUrl(name, surroundings)])),
      ),
      SUBGRAPH_SECRETS: JSON.stringify(secrets.services),
      FILES_URL: urlOf('order-documents', surroundings),
      EXPORTS_URL: urlOf('production-lists', surroundings),
      AUDIT_URL: urlOf('webhooks', surroundings),
      CONSOLE_URL: urlOf('console', surroundings),
      // Scripts wait for /health/ready and then read it.
      READY_FILE: devDetailsFile(home),
      MCP_TOOLS: path.join(repositoryRoot, 'gateway/tools'),
      DOCS_FOLDER: siteFolder,
      EXPLORER_OPERATIONS: path.join(import.meta.dirname, '../explorer'),
      EXPLORER_HEADERS: JSON.stringify({ authorization: `Bearer ${explorerToken}` }),
      ...surroundings.extra.gateway,
    },
  }
}

function commonEnvironment(name: ServiceName, surroundings: Surroundings): Record<string, string> {
  const { issuer } = surroundings
  return {
    ...processEnvironment(name, surroundings),
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: AUDIENCE,
    AUTH_JWKS_URL: issuer.jwksUrl,
  }
}

function processEnvironment(name: ServiceName, { ports }: Surroundings): Record<string, string> {
  return {
    ...readBaseEnvironment(),
    // Libraries check less and are faster, as they are in production.
    NODE_ENV: 'production',
    // Modules are parsed and stripped of types once; they then load a fifth to a third faster.
    NODE_COMPILE_CACHE: compileCacheFolder,
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
  }
}

function graphqlUrl(name: ServiceName, surroundings: Surroundings): string {
  return `${urlOf(name, surroundings)}/graphql`
}
