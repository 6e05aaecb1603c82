import type { TypedDocumentString } from '@takeoff/client'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../api/use-document.ts'
import { sessionQuery } from './session.ts'

/** What the router says of a page that is opened. */
interface Opening {
  readonly context: { readonly queries: QueryClient }
  readonly params: { readonly orgId: string }
  readonly cause: 'preload' | 'enter' | 'stay'
}

/**
 * Sends the operation of a page while the code of the page is loaded, which asks for the result under the same key. Nothing is
 * sent for a page that is only pointed at.
 */
export function readAhead<Data, Variables extends object>(
  { context: { queries }, params: { orgId }, cause }: Opening,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): void {
  const read = async (): Promise<void> => {
    const state = await queries.ensureQueryData(sessionQuery)
    const organizations = state.kind === 'signed-in' ? state.session.organizations : []
    if (organizations.some(({ id }) => id === Number(orgId)))
      await queries.prefetchQuery(queryOf(document, variables))
  }
  // The page itself shows what went wrong.
  if (cause === 'enter') void read().catch(() => undefined)
}
