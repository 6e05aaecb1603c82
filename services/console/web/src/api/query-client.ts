import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { hasCode } from './has-code.ts'
import { sessionEnd } from './session-end.ts'

/** A result is not read again for this long. */
export const FRESH_MS = 5_000

/** Caches results of queries. It repeats no request, because @takeoff/client does. */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (hasCode(error, 'UNAUTHENTICATED')) sessionEnd.report()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, staleTime: FRESH_MS },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
