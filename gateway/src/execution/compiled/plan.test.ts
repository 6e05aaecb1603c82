import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { OperationTypeNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import type { Decided } from './conditions.ts'
import type { JsonObject } from './json.ts'
import { asksAtOnce, compilePlan, UnknownPlanError } from './plan.ts'

/** A fetch of a field with the name of its subgraph. */
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

const [A, B, C] = [fetchOf('a'), fetchOf('b'), fetchOf('c')]

const compiled = (node: QueryPlan['node']) =>
  compilePlan({ kind: 'QueryPlan', ...(node && { node }) }, (typename, type) => typename === type)

/** Runs a plan; every subgraph answers when its turn comes, and says what had been asked until then. */
async function run(node: PlanNode | undefined, data: JsonObject = {}, decided: Decided = {}) {
  const asked: string[] = []
  const ask = async ({ subgraph }: { readonly subgraph: string }) => {
    asked.push(subgraph)
    await Promise.resolve()
    return { data: { [subgraph]: asked.join('') } }
  }
  await compiled(node)({ variables: {}, decided, data, errors: [], ask })
  return { asked, data }
}

describe('a plan', () => {
  it('may have nothing to do', async () => {
    expect(await run(undefined)).toEqual({ asked: [], data: {} })
  })

  it('takes steps one after the other', async () => {
    const { data } = await run({ kind: 'Sequence', nodes: [A, B, C] })
    expect(data).toEqual({ a: 'a', b: 'ab', c: 'abc' })
  })

  it('takes branches at the same time', async () => {
    const { data } = await run({ kind: 'Parallel', nodes: [A, B] })
    expect(data).toEqual({ a: 'ab', b: 'ab' })
  })

  it('goes to the objects below a path, and from there further below', async () => {
    const below: PlanNode = { kind: 'Flatten', path: ['y'], node: B }
    const node: PlanNode = { kind: 'Sequence', nodes: [A, below] }
    const { data } = await run({ kind: 'Flatten', path: ['x', '@'], node }, { x: [{ y: {} }, {}] })
    expect(data).toEqual({ x: [{ a: 'a', y: { b: 'ab' } }, { a: 'a' }] })
  })

  it('goes to what is there when its turn comes', async () => {
    const later: PlanNode = { kind: 'Flatten', path: ['a'], node: B }
    const { asked } = await run({ kind: 'Sequence', nodes: [A, later] }, { a: {} })
    expect(asked).toEqual(['a'])
  })

  it.each<[boolean, Partial<Record<'ifClause' | 'elseClause', PlanNode>>, string[]]>([
    [true, { ifClause: A, elseClause: B }, ['a']],
    [false, { ifClause: A, elseClause: B }, ['b']],
    [true, { elseClause: B }, []],
    [false, { ifClause: A }, []],
  ])('has for a condition that is %s of %o: %o', async (v, clauses, expected) => {
    const { asked } = await run({ kind: 'Condition', condition: 'v', ...clauses }, {}, { v })
    expect(asked).toEqual(expected)
  })
})

describe('a plan asks at once', () => {
  const parallel: PlanNode = { kind: 'Parallel', nodes: [A, B] }

  it.each<[string, PlanNode]>([
    ['in branches', parallel],
    ['in a step', { kind: 'Sequence', nodes: [A, parallel] }],
    ['below a path', { kind: 'Flatten', path: ['x'], node: parallel }],
    ['under a condition', { kind: 'Condition', condition: 'v', elseClause: parallel }],
  ])('%s', (_, node) => {
    expect(asksAtOnce({ kind: 'QueryPlan', node })).toBe(true)
  })

  it.each<[string, PlanNode | undefined]>([
    ['with nothing to do', undefined],
    ['of steps', { kind: 'Sequence', nodes: [A, { kind: 'Flatten', path: ['x'], node: B }] }],
    ['of one thing or another', { kind: 'Condition', condition: 'v', ifClause: A, elseClause: B }],
  ])('but not one %s', (_, node) => {
    expect(asksAtOnce({ kind: 'QueryPlan', ...(node && { node }) })).toBe(false)
  })
})

it.each<[string, QueryPlan['node']]>([
  ['subscriptions', { kind: 'Subscription', primary: A }],
  ['what is deferred', { kind: 'Sequence', nodes: [{ kind: 'Defer', primary: {}, deferred: [] }] }],
  ['values of a context', { kind: 'Parallel', nodes: [fetchOf('a', { contextRewrites: [] })] }],
])('the stock executor is left %s', (_, node) => {
  expect(() => compiled(node)).toThrow(UnknownPlanError)
})
