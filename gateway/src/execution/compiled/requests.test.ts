import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { OperationTypeNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { ConditionValues } from './conditions.ts'
import { planRequests, requireKnownPlan, UnknownPlanError } from './requests.ts'
import type { PlannedRequest } from './requests.ts'

/** A fetch of a root field with the name of its subgraph. */
function fetchOf(serviceName: string, more: Partial<FetchNode> = {}): FetchNode {
  return {
    kind: 'Fetch',
    serviceName,
    operation: `{ ${serviceName} }`,
    operationName: undefined,
    operationKind: OperationTypeNode.QUERY,
    ...more,
  }
}

/** A fetch of entities. */
function entitiesOf(
  serviceName: string,
  fields = 'x',
  more: Partial<FetchNode> = {},
): FetchNode & { readonly requires: unknown } {
  const operation = `query ${more.operationName ?? ''}($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on Book { ${fields} } } }`
  return { ...fetchOf(serviceName, { operation, ...more }), requires: [] }
}

const { MUTATION } = OperationTypeNode
const [A, B, C] = [fetchOf('a'), fetchOf('b'), fetchOf('c')]
const sequence = (...nodes: PlanNode[]): PlanNode => ({ kind: 'Sequence', nodes })
const parallel = (...nodes: PlanNode[]): PlanNode => ({ kind: 'Parallel', nodes })
const at = (path: string[], node: PlanNode): PlanNode => ({ kind: 'Flatten', path, node })

const planOf = (node: QueryPlan['node']): QueryPlan => ({
  kind: 'QueryPlan',
  ...(node && { node }),
})

const requestsOf = (node: QueryPlan['node'], decided: ConditionValues = {}) =>
  planRequests(planOf(node), decided)

/** The subgraph of each request, and the numbers of those that it needs. */
const graphOf = (...parameters: Parameters<typeof requestsOf>) =>
  requestsOf(...parameters).map(({ subgraph, after }) => [subgraph, ...after])

/** The paths of the fetches of each list of the request. */
const pathsOf = ({ lists }: Pick<PlannedRequest, 'lists'>) =>
  lists.map(({ fetches }) => fetches.map(({ path }) => path.join('.')))

function only(requests: readonly PlannedRequest[]): PlannedRequest {
  const [first, ...others] = requests
  if (first === undefined || others.length > 0) throw new Error(`${requests.length} requests`)
  return first
}

const bodyOf = (head: string) => JSON.parse(`${head}}}`) as Record<string, unknown>

describe('requests of a plan', () => {
  it.each<[string, PlanNode | undefined, unknown[]]>([
    ['are none where there is nothing to do', undefined, []],
    ['follow each other in steps', sequence(A, B, C), [['a'], ['b', 0], ['c', 1]]],
    ['do not wait for each other in branches', parallel(A, B), [['a'], ['b']]],
    ['wait for all branches before them', sequence(parallel(A, B), C), [['a'], ['b'], ['c', 0, 1]]],
    [
      'in branches wait for the step before them, each with its own steps',
      sequence(A, parallel(sequence(B, C), A)),
      [['a'], ['b', 0], ['c', 1], ['a', 0]],
    ],
  ])('%s', (_, node, graph) => {
    expect(graphOf(node)).toEqual(graph)
  })

  it('have the path from the root, also below other paths', () => {
    const node = at(['x', '@'], sequence(A, at(['y'], B)))
    expect(requestsOf(node).map(({ root }) => root?.path)).toEqual([
      ['x', '@'],
      ['x', '@', 'y'],
    ])
  })

  it('number the fetches in the order of the plan', () => {
    const node = sequence(A, parallel(at(['x'], entitiesOf('b')), C))
    const numbers = requestsOf(node).flatMap(({ root, lists }) =>
      root ? [root.number] : lists.flatMap((list) => list.fetches.map((one) => one.number)),
    )
    expect(numbers).toEqual([0, 1, 2])
  })

  it.each<[boolean, Partial<Record<'ifClause' | 'elseClause', PlanNode>>, string[]]>([
    [true, { ifClause: A, elseClause: B }, ['a']],
    [false, { ifClause: A, elseClause: B }, ['b']],
    [true, { elseClause: B }, []],
    [false, { ifClause: A }, []],
  ])('for a condition that is %s are those of its clause: %o: %o', (v, clauses, subgraphs) => {
    const node: PlanNode = { kind: 'Condition', condition: 'v', ...clauses }
    expect(requestsOf(node, { v }).map(({ subgraph }) => subgraph)).toEqual(subgraphs)
  })

  it('after a condition without a clause wait for the requests before it', () => {
    const none: PlanNode = { kind: 'Condition', condition: 'v', ifClause: B }
    expect(graphOf(sequence(A, none, C), { v: false })).toEqual([['a'], ['c', 0]])
  })
})

describe('fetches of entities are one request', () => {
  it('where they go to the same subgraph at the same depth, each operation with a list', () => {
    const node = parallel(at(['x'], entitiesOf('a', 'x')), at(['y', '@'], entitiesOf('a', 'y')))
    const request = only(requestsOf(node))
    expect(pathsOf(request)).toEqual([['x'], ['y.@']])
    expect(bodyOf(request.head)['query']).toContain('_1:_entities')
    expect(request.lists.map(({ alias }) => alias)).toEqual(['_0', '_1'])
  })

  it('with one list where their operations differ by the name only', () => {
    const [one, two] = [
      entitiesOf('a', 'x', { operationName: 'One' }),
      entitiesOf('a', 'x', { operationName: 'Two' }),
    ]
    const request = only(requestsOf(parallel(at(['x'], one), at(['y'], two))))
    expect(pathsOf(request)).toEqual([['x', 'y']])
    expect(bodyOf(request.head)).toMatchObject({ query: one.operation, operationName: 'One' })
  })

  it('which waits for all that one of them needs', () => {
    const x = sequence(A, at(['x'], entitiesOf('c', 'x')))
    const y = sequence(B, at(['y'], entitiesOf('c', 'y')))
    expect(graphOf(parallel(x, y))).toEqual([['a'], ['c', 0, 2], ['b']])
  })

  it('and what follows one of them waits for the request once', () => {
    const both = parallel(at(['x'], entitiesOf('b', 'x')), at(['y'], entitiesOf('b', 'y')))
    expect(graphOf(sequence(A, both, C))).toEqual([['a'], ['b', 0], ['c', 1]])
  })

  it('that has the variables of all of them, and each list those of its own', () => {
    const [one, two] = [
      entitiesOf('a', 'x', { variableUsages: ['u', 'v'] }),
      entitiesOf('a', 'y', { variableUsages: ['v', 'w'] }),
    ]
    const request = only(requestsOf(parallel(at(['x'], one), at(['y'], two))))
    expect(request.variables).toEqual(['u', 'v', 'w'])
    expect(request.lists.map(({ variables }) => variables)).toEqual([
      ['u', 'v'],
      ['v', 'w'],
    ])
  })
})

it('a fetch that no other one needs waits for the next request to its subgraph', () => {
  const [x, y] = [at(['x'], entitiesOf('a', 'x')), at(['y'], entitiesOf('a', 'y'))]
  expect(graphOf(parallel(x, sequence(A, y)))).toEqual([['a', 1], ['a']])
})

describe('fetches are requests of their own', () => {
  const [x, y] = [at(['x'], entitiesOf('a', 'x')), at(['y'], entitiesOf('a', 'y'))]

  it.each<[string, PlanNode, number]>([
    ['for root fields', parallel(A, A), 2],
    ['for root fields beside entities of the same subgraph', parallel(A, x), 2],
    ['for other subgraphs', parallel(x, at(['y'], entitiesOf('b', 'y'))), 2],
    ['where one needs the other', sequence(x, y), 2],
    [
      'where they need another number of requests before them, and others need the first',
      parallel(sequence(x, at(['z'], entitiesOf('b', 'z'))), sequence(A, y)),
      4,
    ],
    [
      'where a variable of the client has a name like those of representations',
      parallel(x, at(['y'], entitiesOf('a', 'y', { variableUsages: ['representations_1'] }))),
      2,
    ],
    [
      'that change something',
      sequence(
        ...['p', 'q'].map((name) =>
          fetchOf('a', { operation: `mutation { ${name} }`, operationKind: MUTATION }),
        ),
      ),
      2,
    ],
  ])('%s', (_, node, count) => {
    expect(requestsOf(node)).toHaveLength(count)
  })
})

describe('a request for one fetch has the operation of the plan', () => {
  it('for root fields', () => {
    const node = fetchOf('a', { operationName: 'A', variableUsages: ['v'] })
    const { head, root, variables, lists } = only(requestsOf(node))
    expect(bodyOf(head)).toEqual({ query: '{ a }', operationName: 'A', variables: {} })
    expect([root?.node, variables, lists]).toEqual([node, ['v'], []])
  })

  it('for entities', () => {
    const node = entitiesOf('a')
    const { head, root, lists } = only(requestsOf(at(['x'], node)))
    expect(bodyOf(head)).toEqual({ query: node.operation, variables: {} })
    expect([root, lists[0]?.head]).toEqual([undefined, head])
  })
})

describe('the stock executor is left', () => {
  const DEFER: PlanNode = { kind: 'Defer', primary: {}, deferred: [] }
  const subscription: QueryPlan['node'] = { kind: 'Subscription', primary: A }

  it.each<[string, QueryPlan['node']]>([
    ['subscriptions', subscription],
    ['deferred fields', sequence(DEFER)],
    ['values of a context', parallel(fetchOf('a', { contextRewrites: [] }))],
    ['values of a context below a path', at(['x'], fetchOf('a', { contextRewrites: [] }))],
    ['clauses that do not apply', { kind: 'Condition', condition: 'v', ifClause: DEFER }],
    ['other clauses', { kind: 'Condition', condition: 'v', elseClause: DEFER }],
  ])('%s', (_, node) => {
    expect(() => requireKnownPlan(planOf(node))).toThrow(UnknownPlanError)
  })

  it.each<[string, QueryPlan['node']]>([
    ['subscriptions', subscription],
    ['deferred fields', DEFER],
  ])('%s, and requests are not made of them', (_, node) => {
    expect(() => requestsOf(node)).toThrow(UnknownPlanError)
  })

  it('no other plan', () => {
    const condition: PlanNode = { kind: 'Condition', condition: 'v', ifClause: A, elseClause: B }
    for (const node of [undefined, A, sequence(A, parallel(at(['x'], entitiesOf('b')), condition))])
      expect(() => requireKnownPlan(planOf(node))).not.toThrow()
  })
})
