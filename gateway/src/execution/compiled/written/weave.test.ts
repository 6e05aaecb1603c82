import type { FetchNode, PlanNode, QueryPlan } from '@apollo/query-planner'
import { buildSchema, Kind, OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createIsOfType } from '../types.ts'
import { fetchSites } from './fetch-sites.ts'
import { NotWrittenError } from './not-written-error.ts'
import { weave } from './weave.ts'

const schema = buildSchema(`
  type Query { a: A  list: [A] }
  type A { id: ID!  b: B }
  type B { id: ID!  name: String }
`)

function fetch(operation: string, type?: string, key = 'id'): FetchNode {
  const field = (name: string) => ({ kind: 'Field', name }) as const
  const selections = [field('__typename'), field(key)]
  const node = { kind: 'Fetch', serviceName: 's', operationName: undefined } as const
  const root: FetchNode = { ...node, operation, operationKind: OperationTypeNode.QUERY }
  if (type === undefined) return root
  return { ...root, requires: [{ kind: 'InlineFragment', typeCondition: type, selections }] }
}

const entities = (of: string, fields: string, key?: string): FetchNode =>
  fetch(`query ($r: [_Any!]!) { _entities(r: $r) { ... on ${of} { ${fields} } } }`, of, key)

const at = (path: string[], node: PlanNode): PlanNode => ({ kind: 'Flatten', path, node })

function weavePlan(query: string, ...nodes: PlanNode[]) {
  const [operation] = parse(query).definitions
  const type = schema.getQueryType()
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !type) throw new Error('no query')
  const plan: QueryPlan = { kind: 'QueryPlan', node: { kind: 'Sequence', nodes } }
  const weaving = {
    client: { schema, fragments: new Map(), decided: {} },
    subgraphs: { schema, decided: {} },
    isOfType: createIsOfType(schema),
    sites: fetchSites(plan, {}),
  }
  return weave(weaving, type, [operation.selectionSet])
}

describe('of several fetches that tell a field', () => {
  const first = fetch('{ a { __typename id b { __typename id } } }')
  const below = at(['a', 'b'], entities('B', 'name'))
  const above = at(['a'], entities('A', 'b { name }'))

  it.each([
    ['', [first, below, above], '2:name'],
    [', also where it is one of the object itself', [first, above, below], '2:name'],
  ])('the last one is believed%s', (_, nodes, run) => {
    const { root } = weavePlan('{ a { b { name } } }', ...nodes)
    expect(JSON.stringify(root.pieces)).toContain(`"run":"${run}"`)
  })
})

describe('objects are taken over as they came', () => {
  const kindOf = (query: string, ...nodes: PlanNode[]): string => {
    const [a] = weavePlan(query, ...nodes).root.pieces
    return a?.kind ?? ''
  }

  it.each([
    ['when the client wants just that', '{ a { id b { id } } }', '{ a { id b { id } } }', 'run'],
    ['not in another order', '{ a { id b { id } } }', '{ a { b { id } id } }', 'open'],
    ['not with other names', '{ a { x: id id } }', '{ a { id x: id } }', 'open'],
    ['not with more', '{ a { id } }', '{ a { id b { id } } }', 'open'],
    ['not with more below', '{ a { b { id } } }', '{ a { b { id name } } }', 'open'],
  ])('%s', (_, query, fetched, kind) => {
    expect(kindOf(query, fetch(fetched))).toBe(kind)
  })

  it('not when another fetch tells the same', () => {
    const first = fetch('{ a { __typename id b { id } } }')
    const { root } = weavePlan('{ a { b { id } } }', first, at(['a'], entities('A', 'b { id }')))
    const [a] = root.pieces
    expect(a).toMatchObject({ name: 'a', place: { pieces: [{ kind: 'open', name: 'b' }] } })
  })
})

describe('answers are not put together of texts', () => {
  const first = fetch('{ a { __typename id b { __typename id } } }')
  const wide = Array.from({ length: 1501 }, (_, number) => `a${number}: id`).join(' ')

  it.each<[string, string, PlanNode[]]>([
    ['when nobody answers a field', '{ a { id b { name } } }', [first]],
    [
      'when nobody answers the last one',
      '{ a { id b { id name } } }',
      [fetch('{ a { id b { id } } }')],
    ],
    [
      'when nobody answers a key',
      '{ a { b { name } } }',
      [fetch('{ a { __typename b { id } } }'), at(['a', 'b'], entities('B', 'name'))],
    ],
    [
      'when a fetch is for no place',
      '{ a { id } }',
      [first, at(['list', '@'], entities('A', 'id'))],
    ],
    [
      'when a field has another name in the plan',
      '{ a { x: id } }',
      [fetch('{ a { x: b { id } } }')],
    ],
    ['when root fields are fetched below others', '{ a { id } }', [first, at(['a'], first)]],
    ['when values are rewritten', '{ a { id } }', [{ ...first, outputRewrites: [] }]],
    ['when representations are rewritten', '{ a { id } }', [{ ...first, inputRewrites: [] }]],
    ['when there are too many fields', `{ a { ${wide} } }`, [fetch(`{ a { ${wide} } }`)]],
    ['of introspection', '{ __schema { description } }', []],
  ])('%s', (_, query, nodes) => {
    expect(() => weavePlan(query, ...nodes)).toThrow(NotWrittenError)
  })
})
