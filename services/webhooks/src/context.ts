import type { Database } from '@takeoff/kit/postgres/database'
import { contextOfOrganizations } from '@takeoff/kit/graphql/organization-context'
import type { ContextOf } from '@takeoff/kit/graphql/organization-context'
import type { RequestContext } from '@takeoff/kit/graphql/subgraph-server'
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
export type Context = ContextOf<Resources, { readonly loaders: Loaders }>

export function createContext(resources: Resources, request: RequestContext): Context {
  return contextOfOrganizations(resources, request, ({ database }, orgIds) => ({
    loaders: createLoaders(database, orgIds),
  }))
}
