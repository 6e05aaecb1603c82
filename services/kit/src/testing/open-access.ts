import type { GuardedContext } from '../graphql/guarded-schema.ts'
import type { RequestContext } from '../graphql/subgraph-server.ts'
import type { AccessTable } from '../security/access-table.ts'
import type { Caller } from '../security/auth.ts'

/** An access table by which every caller may do what these resolvers resolve. */
export function openAccess(resolvers: Readonly<Record<string, object>>): AccessTable {
  const operations = ['Query', 'Mutation'].flatMap((type) =>
    Object.keys(resolvers[type] ?? {}).map((field) => [`${type}.${field}`, []] as const),
  )
  return {
    operations: Object.fromEntries(operations),
    entities: Object.fromEntries(Object.keys(resolvers).map((type) => [type, []])),
    fields: {},
    sensitive: {},
    routes: {},
  }
}

/** The context of a request of a subgraph that adds nothing of its own. */
export function plainContext(request: RequestContext): RequestContext & GuardedContext {
  const as = (caller: Caller) => plainContext({ ...request, caller })
  return { ...request, as, renew: () => undefined }
}
