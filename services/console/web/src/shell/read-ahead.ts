import type { QueryClient } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../api/use-document.ts'
import { readsOf } from '../start/page-reads.ts'
import { sessionQuery } from '../session/session.ts'

interface Address {
  readonly pathname: string
  readonly searchStr: string
}

/**
 * Reads what the page at an address shows, while its code is loaded; it asks for the results under the same keys. With
 * filters it asks for other results.
 */
export async function readAhead(
  queries: QueryClient,
  { pathname: path, searchStr }: Address,
): Promise<void> {
  if (searchStr !== '') return
  const state = await queries.ensureQueryData(sessionQuery)
  if (state.kind === 'signed-out') return
  await Promise.all(
    readsOf(path, state.session.organizations).map(({ document, variables, isPaged }) =>
      isPaged
        ? queries.prefetchInfiniteQuery(pagesOf(document, variables))
        : queries.prefetchQuery(queryOf(document, variables)),
    ),
  )
}
