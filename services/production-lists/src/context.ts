import type { Database } from '@takeoff/kit/postgres/database'
import type { Caller } from '@takeoff/kit/security/auth'
import type { SubgraphClient } from '@takeoff/kit/graphql/subgraph-client'
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
}

/** The context of one request, as resolvers receive it. */
export interface Context extends RequestContext, Resources {
  /** These and `storedFiles` are limited to the caller's organizations. */
  readonly loaders: Loaders
  readonly storedFiles: StoredFiles
  as(caller: Caller): Context
  renew(): void
}

export function createContext(resources: Resources, request: RequestContext): Context {
  const { orgIds } = request.caller
  const database = resources.database.ofOrganizations(orgIds)
  return {
    ...resources,
    ...request,
    database,
    loaders: createLoaders(database, orgIds, () => today(resources.now())),
    storedFiles: createStoredFiles({ database, orgIds, fileReader: resources.fileReader }),
    as: (caller) => createContext(resources, { ...request, caller }),
    // Apollo Server gives the resolvers a copy of the context: `this`.
    renew() {
      Object.assign(this, createContext(resources, request))
    },
  }
}
