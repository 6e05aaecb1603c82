import type { FetchNode, PlanNode, QueryPlanSelectionNode } from '@apollo/query-planner'
import type { JsonObject } from '@takeoff/kit/values/json'
import { OperationTypeNode } from 'graphql'
import { replyOf } from '../../testing/reply-of.ts'
import { compileFetches, GatheredData } from '../gathered-data.ts'
import type { PlanPath } from '../places.ts'
import { planRequests } from '../requests.ts'
import { runRequests } from '../run-requests.ts'
import type { SubgraphCall, SubgraphReply, SubgraphResponse } from '../subgraph-call.ts'

const isOfType = (typename: unknown, type: string): boolean =>
  typename === type || (typename === 'Book' && type === 'Media')

const NODE: FetchNode = {
  kind: 'Fetch',
  serviceName: 'shop',
  operation: '{ x }',
  operationName: undefined,
  operationKind: OperationTypeNode.QUERY,
}

const field = (name: string): QueryPlanSelectionNode => ({ kind: 'Field', name })
export const REQUIRES: QueryPlanSelectionNode[] = [
  { kind: 'InlineFragment', typeCondition: 'Book', selections: [field('__typename'), field('id')] },
]

/** A fetch of entities. */
export const entities = (fields = 'x', more: Partial<FetchNode> = {}): Partial<FetchNode> => ({
  operation: `query($representations:[_Any!]!){_entities(representations:$representations){...on Book{${fields}}}}`,
  requires: REQUIRES,
  ...more,
})

type Response = SubgraphResponse | Pick<SubgraphReply, 'body' | 'read'>
export type Placed = readonly [path: PlanPath, node: Partial<FetchNode>]

/** Runs fetches that do not need each other, on data that is there before. */
export async function fetchAll(
  data: JsonObject,
  fetches: readonly Placed[],
  { variables = {}, responses = [] }: Fetching = {},
) {
  const nodes = fetches.map(([path, node]): PlanNode => ({
    kind: 'Flatten',
    path: [...path],
    node: { ...NODE, ...node },
  }))
  const plan = { kind: 'QueryPlan', node: { kind: 'Parallel', nodes } } as const
  const requests = planRequests(plan, {})
  const calls: SubgraphCall[] = []
  const send = (call: SubgraphCall) => {
    const response = responses[calls.push(call) - 1] ?? {}
    return Promise.resolve('read' in response ? response : replyOf(response))
  }
  const gathered = new GatheredData({
    fetches: compileFetches(requests, isOfType),
    variables,
    send,
    isCancelled: () => false,
  })
  Object.assign(gathered.data, data)
  await runRequests(requests, gathered, send)
  const errors = gathered.errors.map((error) => JSON.parse(JSON.stringify(error)) as unknown)
  return { calls, errors, bodies: calls.map(({ body }) => JSON.parse(body) as Body) }
}

interface Fetching {
  readonly variables?: JsonObject
  /** Responses in the order of the requests. */
  readonly responses?: readonly Response[]
}

interface Body {
  readonly query: string
  readonly variables: JsonObject
}

/** The requests and errors of one fetch, whose response is merged into the data. */
export const fetchInto = (
  data: JsonObject,
  node: Partial<FetchNode>,
  { path = [], response = {}, variables = {} }: FetchingOne = {},
) => fetchAll(data, [[path, node]], { variables, responses: [response] })

interface FetchingOne {
  readonly path?: PlanPath
  readonly response?: Response
  readonly variables?: JsonObject
}

export const book = (id: string, members = {}) => ({ __typename: 'Book', id, ...members })
export const found = (...all: readonly unknown[]): SubgraphResponse => ({
  data: { _entities: all },
})
