import type { Caller } from '../security/auth.ts'
import type { RequestContext } from './subgraph-server.ts'

/** What lives as long as the service; its database shows the rows of given organizations. */
interface Resources {
  readonly database: { ofOrganizations(orgIds: readonly number[]): unknown }
}

/** The context of one request: what the service has, what the request says, and what is made for it. */
export type ContextOf<R extends Resources, Own> = R &
  RequestContext &
  Own & {
    as(caller: Caller): ContextOf<R, Own>
    renew(): void
  }

/**
 * The context of a request, whose database and own part are limited to the organizations of the caller.
 * @param own what is made anew for a caller and by `renew`, such as loaders
 */
export function contextOfOrganizations<R extends Resources, Own extends object>(
  resources: R,
  request: RequestContext,
  own: (limited: Pick<R, 'database'>, orgIds: readonly number[]) => Own,
): ContextOf<R, Own> {
  const { orgIds } = request.caller
  const limited = { database: resources.database.ofOrganizations(orgIds) } as Pick<R, 'database'>
  return {
    ...resources,
    ...request,
    ...limited,
    ...own(limited, orgIds),
    as: (caller) =>
      contextOfOrganizations({ ...resources, ...limited }, { ...request, caller }, own),
    // Apollo Server gives the resolvers a copy of the context: `this`.
    renew() {
      Object.assign(this, contextOfOrganizations(resources, request, own))
    },
  }
}
