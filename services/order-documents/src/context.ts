import type { Database } from '@takeoff/kit/postgres/database'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import type { SecretBox } from '@takeoff/kit/security/secret-box'
import { contextOfOrganizations } from '@takeoff/kit/graphql/organization-context'
import type { ContextOf } from '@takeoff/kit/graphql/organization-context'
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

interface RequestResources extends Resources {
  /** `performance.now()` at the start of the request, the same in all its contexts. */
  readonly begunAt: number
}

/** The context of one request, as resolvers receive it. */
export type Context = ContextOf<RequestResources, { readonly loaders: Loaders }>

export function createContext(resources: Resources, request: RequestContext): Context {
  const begun = { ...resources, begunAt: performance.now() }
  return contextOfOrganizations(begun, request, ({ database }, orgIds) => ({
    loaders: createLoaders(database, orgIds),
  }))
}
