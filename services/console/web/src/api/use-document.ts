import type { TypedDocumentString } from '@takeoff/client'
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'
import { sendOnce } from './send-once.ts'
import type { SentKeys } from './send-once.ts'
import { sha256 } from './sha256.ts'
import { client, sendChange } from './client.ts'

interface ReadOptions<Data> {
  readonly enabled?: boolean
  /** After how long it is read again while the page is visible, by what it holds; undefined for as long as nothing of it changes by itself. */
  readonly pollMs?: number | ((data: Data | undefined) => number | undefined)
  /** Shows the result of the variables before while the next one is loaded. */
  readonly keepPrevious?: boolean
}

/** What a mutation returned: its data, and warnings for the person. */
export interface Done<Data> {
  readonly data: Data
  readonly warnings: readonly string[]
}

/** The key under which a document's results are cached, such as ['Job', { id: 7 }]. */
export const keyOf = (document: string, variables: unknown): readonly unknown[] => [
  /^\w+ (\w+)/.exec(document)?.[1],
  variables,
]

/** How an operation is read, and under which key. */
export const queryOf = <Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) =>
  queryOptions({
    queryKey: keyOf(document, variables),
    queryFn: ({ signal }) => send(document, variables, signal),
  })

/** Reads an operation. */
export function useDocument<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { enabled = true, pollMs, keepPrevious = false }: ReadOptions<Data> = {},
): UseQueryResult<Data> {
  return useQuery({
    ...queryOf(document, variables),
    enabled,
    refetchInterval: ({ state }) => (typeof pollMs === 'function' ? pollMs(state.data) : pollMs),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}

/** Reads an operation now, for a change that must be based on what is stored; its page shows the result, too. */
export function useReadNow<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): () => Promise<Data> {
  const queries = useQueryClient()
  const query = queryOf(document, variables)
  return async () => {
    // The person waits for it. A read that pauses while the browser is offline would go on much later, unasked.
    await queries.cancelQueries({ queryKey: query.queryKey })
    return queries.fetchQuery({ ...query, networkMode: 'always', staleTime: 0 })
  }
}

interface Page {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** How the first page of a connection is read, and under which key. */
export const pagesOf = <Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) =>
  ({
    queryKey: [...keyOf(document, variables), 'pages'],
    queryFn: ({ pageParam, signal }: PageRequest) =>
      send(document, { ...variables, after: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
  }) as const

interface PageRequest {
  readonly pageParam: string | undefined
  readonly signal: AbortSignal
}

interface PagesOptions<Data> {
  readonly enabled?: boolean
  /** How long a poll waits while one page is loaded, by what all pages hold; it waits longer with more of them. */
  readonly pollMs?: (pages: readonly Data[]) => number
}

/** Reads the pages of a connection, one after another as the person asks for more. */
export function usePages<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  select: (data: Data) => Page | null,
  { enabled = true, pollMs }: PagesOptions<Data> = {},
): UseInfiniteQueryResult<InfiniteData<Data>> {
  return useInfiniteQuery({
    ...pagesOf(document, variables),
    enabled,
    getNextPageParam: (last: Data) => {
      const page = select(last)?.pageInfo
      return page?.hasNextPage ? (page.endCursor ?? undefined) : undefined
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollMs && pollMsOfPages(state.data?.pages ?? [], pollMs),
  })
}

/**
 * After how long the pages of a connection are read again. A poll reads all of them, one after another, so that it is the
 * rarer the more were loaded: a tab then sends as much as with one page.
 */
export const pollMsOfPages = <Data>(
  pages: readonly Data[],
  pollMs: (pages: readonly Data[]) => number,
): number => pollMs(pages) * Math.max(1, pages.length)

interface ChangeOptions {
  /** Whether it is pending until the queries are read anew; a page that shows the result itself need not wait. */
  readonly waits?: boolean
  /**
   * Where the keys of calls whose outcome is unknown are kept; by default with the page or dialog, while it is shown.
   * What makes a job, list, copy or repeated order passes a map of its module, because the person may type the same into
   * the next dialog.
   */
  readonly keys?: SentKeys
  /**
   * `content` is for variables that name the version that they change, so that they have their effect once: sent again,
   * after a reload or from another tab, they get the response of the first time.
   */
  readonly idempotencyKeyOf?: 'content'
}

/**
 * Sends a mutation, and reads anew what it changes.
 * @param refresh names of the queries whose results it changes
 */
export function useChange<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  refresh: readonly string[] = [],
  { waits = true, keys, idempotencyKeyOf }: ChangeOptions = {},
): UseMutationResult<Done<Data>, Error, Variables> {
  const queries = useQueryClient()
  const [own] = useState<SentKeys>(() => new Map<string, string>())
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const send = async (idempotencyKey: string): Promise<Done<Data>> => {
        const { data, warnings } = await sendChange(document, variables, idempotencyKey)
        return { data, warnings }
      }
      return idempotencyKeyOf === 'content'
        ? send(await keyOfContent(document, variables))
        : sendOnce(keys ?? own, variables, send)
    },
    onSuccess: () => {
      // What is sent after another change was made is no repetition: it must not get the response of a call before it.
      own.clear()
      const read = refresh.map((name) => queries.invalidateQueries({ queryKey: [name] }))
      return waits ? Promise.all(read) : undefined
    },
  })
}

const keyOfContent = (document: string, variables: unknown): Promise<string> =>
  sha256(JSON.stringify(keyOf(document, variables)))

async function send<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Data> {
  return (await client.request<Data, Variables>(document, ...([variables, { signal }] as never)))
    .data
}
