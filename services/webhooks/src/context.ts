import type { Database } from '@takeoff/kit/postgres/database'
import type { RequestContext } from '@takeoff/kit/graphql/subgraph-server'
import type { Caller } from '@takeoff/kit/security/auth'
import { createLoaders } from './db/loaders.ts'
import type { Loaders } from './db/loaders.ts'
import type { Deliveries } from './deliveries/start-deliveries.ts'
import type { AddressRules } from './deliveries/addresses/target-address.ts'
import type { SecretBox } from '@takeoff/kit/security/secret-box'

/** Resources that live as long as the service. */
export interface Resources {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly addressRules: AddressRules
  readonly deliveries: Pick<Deliveries, 'claimNow'>
}

/** Context of every resolver and use case. */
export interface Context extends RequestContext, Resources {
  readonly loaders: Loaders
  as(caller: Caller): Context
  renew(): void
}

export function createContext(resources: Resources, request: RequestContext): Context {
  const { orgIds } = request.caller
  const database = resources.database.ofOrganizations(orgIds)
  return {
    ...request,
    ...resources,
    database,
    loaders: createLoaders(database, orgIds),
    as: (caller) => createContext(resources, { ...request, caller }),
    // Apollo Server gives the resolvers a copy of the context: `this`.
    renew() {
      Object.assign(this, createContext(resources, request))
    },
  }
}
