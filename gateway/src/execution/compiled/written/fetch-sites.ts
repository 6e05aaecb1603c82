import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { fragmentsOf } from '@takeoff/kit/compiled-query/fragments'
import type { Fragments } from '@takeoff/kit/compiled-query/fragments'
import { Kind, parse } from 'graphql'
import type { SelectionSetNode } from 'graphql'
import type { Decided } from '../conditions.ts'
import { NotWrittenError } from './not-written-error.ts'

/** A fetch of the plan, and where it stands. */
export interface FetchSite {
  readonly node: FetchNode
  readonly number: number
  /** Names on the way to it, and `@` for each list, as plans write it. */
  readonly path: string
  /** What it asks for of each object there. */
  readonly sets: readonly SelectionSetNode[]
  readonly fragments: Fragments
}

/**
 * The fetches of a plan that are done when its conditions are decided so.
 * @throws NotWrittenError where one does more than to fetch root fields or entities
 */
export function fetchSites({ node }: QueryPlan, decided: Decided): FetchSite[] {
  const found =
    node === undefined || node.kind === 'Subscription' ? [] : fetchesOf(node, '', decided)
  return found.map(({ node, path }, number) => siteOf(node, path, number))
}

interface Found {
  readonly node: FetchNode
  readonly path: string
}

function fetchesOf(node: PlanNode, path: string, decided: Decided): Found[] {
  switch (node.kind) {
    case 'Fetch':
      return [{ node, path }]
    case 'Flatten':
      return fetchesOf(node.node, [path, ...node.path].join('/'), decided)
    case 'Sequence':
    case 'Parallel':
      return node.nodes.flatMap((one) => fetchesOf(one, path, decided))
    case 'Condition': {
      const chosen = decided[node.condition] ? node.ifClause : node.elseClause
      return chosen === undefined ? [] : fetchesOf(chosen, path, decided)
    }
    case 'Defer':
      throw new NotWrittenError(node.kind)
  }
}

function siteOf(node: FetchNode, path: string, number: number): FetchSite {
  if (node.inputRewrites || node.outputRewrites) throw new NotWrittenError('values are rewritten')
  const document = parse(node.operation)
  const operation = document.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (operation === undefined) throw new Error('a fetch has no operation')
  const sets = node.requires ? entitySets(operation.selectionSet) : [operation.selectionSet]
  if (!node.requires && path !== '') throw new NotWrittenError('root fields below others')
  return { node, number, path, sets, fragments: fragmentsOf(document) }
}

function entitySets({ selections }: SelectionSetNode): SelectionSetNode[] {
  return selections.flatMap((selection) =>
    selection.kind === Kind.FIELD && selection.selectionSet ? [selection.selectionSet] : [],
  )
}
