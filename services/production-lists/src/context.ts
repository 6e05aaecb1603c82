import type { Database } from '@takeoff/kit/postgres/database'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
import { contextOfOrganizations } from '@takeoff/kit/graphql/organization-context'
import type { ContextOf } from '@takeoff/kit/graphql/organization-context'
import type { RequestContext } from '@takeoff/kit/graphql/subgraph-server'
import { createLoaders } from './db/loaders.ts'
import type { Loaders } from './db/loaders.ts'
import { today } from './domain/prices/day.ts'
import type { FileReader } from './file-reader/file-reader.ts'
import { createStoredFiles } from './file-reader/stored-files.ts'
import type { StoredFiles } from './file-reader/stored-files.ts'

/** Dependencies that live as long as the service. */
export interface Resources {
  readonly database: Database
  readonly orderDocuments: Pick<SubgraphClient, 'request'>
  readonly fileReader: Pick<FileReader, 'read'>
  readonly now: () => Date
  /** The current one first. */
  readonly serviceSecrets: readonly string[]
}

/** Limited to the caller's organizations. */
interface Reads {
  readonly loaders: Loaders
  readonly storedFiles: StoredFiles
}

/** The context of one request, as resolvers receive it. */
export type Context = ContextOf<Resources, Reads>

export function createContext(resources: Resources, request: RequestContext): Context {
  const { fileReader, now } = resources
  return contextOfOrganizations(resources, request, ({ database }, orgIds) => ({
    loaders: createLoaders(database, orgIds, () => today(now())),
    storedFiles: createStoredFiles({ database, orgIds, fileReader }),
  }))
}
