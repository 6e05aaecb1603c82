import type { Database } from '@takeoff/kit/postgres/database'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import type { Caller } from '@takeoff/kit/security/auth'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import type { RequestContext } from '@takeoff/kit/graphql/subgraph-server'
import { createLoaders } from './db/loaders.ts'
import type { Loaders } from './db/loaders.ts'
import type { FileLinks } from './files/file-links.ts'
import type { FileStore } from './files/file-store.ts'
import type { Providers } from './domain/distribution/provider.ts'
import type { Renderer } from './rendering-pool/renderer.ts'

/** Dependencies that live as long as the service. */
export interface Resources {
  readonly database: Database
  readonly store: FileStore
  readonly links: FileLinks
  readonly productionLists: Pick<SubgraphClient, 'request'>
  /** Seals the access tokens of provider connections. */
  readonly secretBox: SecretBox
  readonly renderer: Renderer
  readonly providers: Pick<Providers, 'identifiers' | 'providerOf'>
  /** Submits distribution orders to their providers. `claimNow` claims due ones at once. */
  readonly submissions: { claimNow(): void }
  /** How long a request waits for files, from its beginning. */
  readonly filesWaitMs: number
  readonly now: () => Date
}

/** The context of one request, as resolvers receive it. */
export interface Context extends RequestContext, Resources {
  /** When the request began, as `performance.now` tells the time. */
  readonly begunAt: number
  /** Limited to the caller's organizations. */
  readonly loaders: Loaders
  as(caller: Caller): Context
  renew(): void
}

export function createContext(
  resources: Resources,
  request: RequestContext,
  begunAt = performance.now(),
): Context {
  const { orgIds } = request.caller
  const database = resources.database.ofOrganizations(orgIds)
  return {
    ...resources,
    ...request,
    begunAt,
    database,
    loaders: createLoaders(database, orgIds),
    as: (caller) => createContext(resources, { ...request, caller }, begunAt),
    // Apollo Server gives the resolvers a copy of the context: `this`.
    renew() {
      Object.assign(this, createContext(resources, request, begunAt))
    },
  }
}
