import { Kind, parse } from 'graphql'
import type { SelectionSetNode } from 'graphql'
import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import type { Fragments } from '@takeoff/kit/graphql/compiled-query/fragments'
import { invariant } from '@takeoff/kit/values/invariant'
import type { Fetch, PlannedRequest } from '../requests.ts'
import { NotSplicedError } from './not-spliced-error.ts'

/** A fetch, and its selections for each object. */
export interface FetchSite {
  readonly fetch: Fetch
  /** Names that lead to its objects, and `@` for each list, joined by slashes. */
  readonly path: string
  readonly sets: readonly SelectionSetNode[]
  readonly fragments: Fragments
  /** Numbers of the requests whose responses are there when it is sent. */
  readonly before: ReadonlySet<number>
  /** Number of its own request. */
  readonly request: number
}

/** @throws NotSplicedError where a fetch does more than fetch root fields or entities */
export function fetchSites(requests: readonly PlannedRequest[]): FetchSite[] {
  const before = requestsBefore(requests)
  return requests.flatMap(({ number, root, lists }) => {
    const fetches = root === undefined ? lists.flatMap((list) => list.fetches) : [root]
    return fetches.map((fetch) => ({
      ...siteOf(fetch),
      request: number,
      before: before.get(number) ?? new Set<number>(),
    }))
  })
}

function requestsBefore(
  requests: readonly PlannedRequest[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const all = new Map<number, Set<number>>()
  const collect = (number: number): Set<number> => {
    const known = all.get(number)
    if (known !== undefined) return known
    const after = requests[number]?.after ?? []
    const found = new Set(after.flatMap((one) => [one, ...collect(one)]))
    all.set(number, found)
    return found
  }
  for (const { number } of requests) collect(number)
  return all
}

function siteOf(fetch: Fetch): Pick<FetchSite, 'fetch' | 'path' | 'sets' | 'fragments'> {
  const { node } = fetch
  if (node.inputRewrites || node.outputRewrites) throw new NotSplicedError('values are rewritten')
  const document = parse(node.operation, { noLocation: true })
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  invariant(operation !== undefined, 'a fetch has no operation')
  const path = fetch.path.map((step) => `/${step}`).join('')
  const sets = node.requires ? entitySets(operation.selectionSet) : [operation.selectionSet]
  if (!node.requires && path !== '') throw new NotSplicedError('root fields below others')
  return { fetch, path, sets, fragments: fragmentsOf(document) }
}

function entitySets({ selections }: SelectionSetNode): SelectionSetNode[] {
  return selections.flatMap((selection) =>
    selection.kind === Kind.FIELD && selection.selectionSet ? [selection.selectionSet] : [],
  )
}
