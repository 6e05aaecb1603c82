import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { invariant } from '@takeoff/kit/values/invariant'
import type { ConditionValues } from './conditions.ts'

import { mergeOperations, operationKey, VARIABLE } from './merged-operation.ts'
import type { PlanPath } from './places.ts'

/** A plan has a node that is not compiled: the stock executor runs it. */
export class UnknownPlanError extends Error {}

/** One fetch node of a plan, and the path of the objects that it is for. */
export interface Fetch {
  readonly node: FetchNode
  readonly path: PlanPath
  /** Its position in the order of the plan. */
  readonly number: number
}

/** A list of entities of a request; fetches with the same operation share one. */
export interface EntityList {
  readonly fetches: readonly Fetch[]
  /** Variables of the client's operation that it uses. */
  readonly variables: readonly string[]
  /** Beginning of the body of a request with only this list. */
  readonly head: string
  /** Response name in a request with several lists. */
  readonly alias: string
}

/** One request to a subgraph. */
export interface PlannedRequest {
  readonly number: number
  readonly subgraph: string
  /** Numbers of the requests whose responses it needs. */
  readonly after: readonly number[]
  /** The fetch of root fields, in a request without entities. */
  readonly root: Fetch | undefined
  readonly lists: readonly EntityList[]
  /** Beginning of the body with all lists; the head of the list where there is but one. */
  readonly head: string
  readonly variables: readonly string[]
}

interface PlacedFetch extends Fetch {
  readonly after: readonly PlacedFetch[]
  /** Requests that have to end before it, sequentially. */
  readonly depth: number
}

/**
 * The requests of a plan whose conditions are decided. Fetches of entities that need the same number of steps before
 * them and go to the same subgraph are one request.
 * @throws UnknownPlanError when the plan needs the stock executor
 */
export function planRequests({ node }: QueryPlan, decided: ConditionValues): PlannedRequest[] {
  if (node === undefined) return []
  if (node.kind === 'Subscription') throw new UnknownPlanError(node.kind)
  const placing = new Placing(decided)
  placing.place(node, [], [])
  const groups = Map.groupBy(joinLater(placing.fetches), groupKey)
  return requestsOf([...groups.values()])
}

/** A fetch that no other one depends on joins the next request to its subgraph, if there is one. */
function joinLater(fetches: readonly PlacedFetch[]): PlacedFetch[] {
  const needed = new Set(fetches.flatMap(({ after }) => after))
  return fetches.map((fetch) => {
    if (needed.has(fetch) || isAlone(fetch)) return fetch
    const depths = fetches.flatMap((other) =>
      other.node.serviceName === fetch.node.serviceName && !isAlone(other) ? [other.depth] : [],
    )
    const later = depths.filter((depth) => depth > fetch.depth)
    return later.length === 0 ? fetch : { ...fetch, depth: Math.min(...later) }
  })
}

/** @throws UnknownPlanError when a plan, whatever its conditions, needs the stock executor */
export function requireKnownPlan({ node }: QueryPlan): void {
  if (node === undefined) return
  if (node.kind === 'Subscription') throw new UnknownPlanError(node.kind)
  requireKnownNode(node)
}

function requireKnownNode(node: PlanNode): void {
  switch (node.kind) {
    case 'Fetch':
      if (node.contextRewrites !== undefined) throw new UnknownPlanError('contextRewrites')
      return
    case 'Flatten':
      return requireKnownNode(node.node)
    case 'Sequence':
    case 'Parallel':
      return node.nodes.forEach(requireKnownNode)
    case 'Condition':
      if (node.ifClause) requireKnownNode(node.ifClause)
      if (node.elseClause) requireKnownNode(node.elseClause)
      return
    case 'Defer':
      throw new UnknownPlanError(node.kind)
  }
}

class Placing {
  readonly fetches: PlacedFetch[] = []
  readonly #decided: ConditionValues

  constructor(decided: ConditionValues) {
    this.#decided = decided
  }

  /**
   * @param after the fetches that have to end before the node begins
   * @returns those that have to end before what follows the node
   */
  place(node: PlanNode, path: PlanPath, after: readonly PlacedFetch[]): readonly PlacedFetch[] {
    switch (node.kind) {
      case 'Fetch':
        return [this.#add(node, path, after)]
      case 'Flatten':
        return this.place(node.node, [...path, ...node.path], after)
      case 'Sequence':
        return node.nodes.reduce((before, one) => this.place(one, path, before), after)
      case 'Parallel':
        return unique(node.nodes.flatMap((one) => this.place(one, path, after)))
      case 'Condition': {
        const clause = this.#decided[node.condition] ? node.ifClause : node.elseClause
        return clause === undefined ? after : this.place(clause, path, after)
      }
      case 'Defer':
        throw new UnknownPlanError(node.kind)
    }
  }

  #add(node: FetchNode, path: PlanPath, after: readonly PlacedFetch[]): PlacedFetch {
    const depth = Math.max(0, ...after.map((one) => one.depth + 1))
    const fetch = { node, path, number: this.fetches.length, after, depth }
    this.fetches.push(fetch)
    return fetch
  }
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

/**
 * Fetches of root fields are not merged: the planner has merged them already, and mutations run sequentially. Neither
 * is a fetch with a variable of the client that is named like those of lists.
 */
function isAlone({ node: { requires, variableUsages = [] } }: PlacedFetch): boolean {
  return requires === undefined || variableUsages.some((name) => name.startsWith(VARIABLE))
}

function groupKey(fetch: PlacedFetch): string {
  const { node, number, depth } = fetch
  return isAlone(fetch) ? `alone ${number}` : `${depth} ${node.serviceName}`
}

function requestsOf(groups: readonly (readonly PlacedFetch[])[]): PlannedRequest[] {
  const requestOf = new Map(
    groups.flatMap((fetches, number) => fetches.map((fetch) => [fetch, number] as const)),
  )
  return groups.map((fetches, number) => {
    const before = fetches.flatMap(({ after }) => after.map((fetch) => requestOf.get(fetch) ?? 0))
    return request(fetches, number, unique(before))
  })
}

function request(
  fetches: readonly PlacedFetch[],
  number: number,
  after: readonly number[],
): PlannedRequest {
  const [first] = fetches
  invariant(first !== undefined, 'a request has a fetch')
  const { node } = first
  const variables = unique(fetches.flatMap(({ node: { variableUsages = [] } }) => variableUsages))
  const planned = { number, subgraph: node.serviceName, after, variables }
  if (node.requires === undefined) {
    const head = bodyHead(node.operation, node.operationName)
    return { ...planned, root: first, lists: [], head }
  }
  const lists = entityLists(fetches)
  const [only, ...others] = lists
  const head =
    only !== undefined && others.length === 0
      ? only.head
      : bodyHead(mergeOperations(lists.map(operationOf)), node.operationName)
  return { ...planned, root: undefined, lists, head }
}

function entityLists(fetches: readonly Fetch[]): EntityList[] {
  const byOperation = Map.groupBy(fetches, ({ node }) => operationKey(node.operation))
  return [...byOperation.values()].map((shared, index) => {
    const [first] = shared
    invariant(first !== undefined, 'a list has a fetch')
    const { operation, operationName, variableUsages = [] } = first.node
    return {
      fetches: shared,
      variables: variableUsages,
      head: bodyHead(operation, operationName),
      alias: aliasOf(index),
    }
  })
}

function operationOf({ fetches, alias }: EntityList) {
  return { alias, operation: fetches[0]?.node.operation ?? '' }
}

function aliasOf(index: number): string {
  return `_${index}`
}

/** The constant parts of a request body. */
function bodyHead(operation: string, operationName: string | undefined): string {
  const name =
    operationName === undefined ? '' : `"operationName":${JSON.stringify(operationName)},`
  return `{"query":${JSON.stringify(operation)},${name}"variables":{`
}
