import type { QueryClient } from '@tanstack/react-query'
import { pagesOf, queryOf } from '../api/use-document.ts'
import { readsOf } from '../start/page-reads.ts'
import { sessionQuery } from '../session/session.ts'

/** Reads what the page at an address shows, while its code is loaded; it asks for the results under the same keys. */
export async function readAhead(queries: QueryClient, path: string): Promise<void> {
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
