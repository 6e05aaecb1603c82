import type { FetchNode, PlanNode, QueryPlan, QueryPlanSelectionNode } from '@apollo/query-planner'
import { buildSchema, Kind, OperationTypeNode, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { planRequests } from '../requests.ts'
import { createIsOfType } from '../types.ts'
import type { OpenPiece, Piece, Place } from './layout.ts'
import { NotSplicedError } from './not-spliced-error.ts'
import { planResponse } from './response-plan.ts'
import { fetchSites } from './sites.ts'

const schema = buildSchema(`
  type Query { a: A  list: [A]  any: Any }
  type A { id: ID!  b: B  bs: [[B]] }
  type B { id: ID!  name: String  size: Size }
  type Size { height: Int }
  union Any = A | B
`)

const field = (name: string, selections?: QueryPlanSelectionNode[]): QueryPlanSelectionNode => ({
  kind: 'Field',
  name,
  ...(selections && { selections }),
})

function fetch(
  operation: string,
  type?: string,
  needed = [field('__typename'), field('id')],
): FetchNode {
  const node = { kind: 'Fetch', serviceName: 's', operationName: undefined } as const
  const root: FetchNode = { ...node, operation, operationKind: OperationTypeNode.QUERY }
  if (type === undefined) return root
  return {
    ...root,
    requires: [{ kind: 'InlineFragment', typeCondition: type, selections: needed }],
  }
}

const entities = (of: string, fields: string, needed?: QueryPlanSelectionNode[]): FetchNode =>
  fetch(`query ($r: [_Any!]!) { _entities(r: $r) { ... on ${of} { ${fields} } } }`, of, needed)

const at = (path: string[], node: PlanNode): PlanNode => ({ kind: 'Flatten', path, node })

/** The fetches come one after the other. */
function plan(query: string, ...nodes: PlanNode[]) {
  const [operation] = parse(query).definitions
  const type = schema.getQueryType()
  if (operation?.kind !== Kind.OPERATION_DEFINITION || !type) throw new Error('no query')
  const queryPlan: QueryPlan = { kind: 'QueryPlan', node: { kind: 'Sequence', nodes } }
  const options = {
    client: { schema, fragments: new Map(), decided: {} },
    subgraphs: { schema, decided: {} },
    isOfType: createIsOfType(schema),
    sites: fetchSites(planRequests(queryPlan, {})),
  }
  return planResponse(options, type, [operation.selectionSet])
}

/** The piece below objects of these names. */
function pieceAt(place: Place, ...names: readonly string[]): Piece | undefined {
  const piece = place.pieces.find((one) => one.kind !== 'open' || one.name === names[0])
  return piece?.kind === 'open' && names.length > 1
    ? pieceAt(piece.place, ...names.slice(1))
    : piece
}

function openAt(place: Place, ...names: readonly string[]): OpenPiece {
  const piece = pieceAt(place, ...names)
  if (piece?.kind !== 'open') throw new Error(`${names.join('.')} is no object`)
  return piece
}

describe('of several fetches that respond with a field', () => {
  const first = fetch('{ a { __typename id b { __typename id } } }')
  const below = at(['a', 'b'], entities('B', 'name'))
  const above = at(['a'], entities('A', 'b { name }'))

  it.each([
    ['', [first, below, above], { kind: 'nested', index: 1 }],
    [
      ', also where it is one of the object itself',
      [first, above, below],
      { kind: 'entity', fetch: 2 },
    ],
  ])('the last one counts%s', (_, nodes, source) => {
    const { root } = plan('{ a { b { name } } }', ...nodes)
    expect(pieceAt(root, 'a', 'b', 'name')).toEqual({ kind: 'run', source, run: 'name' })
  })
})

describe('objects are copied as they came', () => {
  const kindOf = (query: string, ...nodes: PlanNode[]): string => {
    const [a] = plan(query, ...nodes).root.pieces
    return a?.kind ?? ''
  }

  it.each([
    [
      'when the client selects exactly that',
      '{ a { id b { id } } }',
      '{ a { id b { id } } }',
      'run',
    ],
    ['not in another order', '{ a { id b { id } } }', '{ a { b { id } id } }', 'open'],
    ['not with other names', '{ a { x: id id } }', '{ a { id x: id } }', 'open'],
    ['not with more', '{ a { id } }', '{ a { id b { id } } }', 'open'],
    ['not with more below', '{ a { b { id } } }', '{ a { b { id name } } }', 'open'],
  ])('%s', (_, query, fetched, kind) => {
    expect(kindOf(query, fetch(fetched))).toBe(kind)
  })

  it('not when another fetch is sent for objects below', () => {
    const first = fetch('{ a { b { __typename id } } }')
    const { root } = plan(
      '{ a { b { __typename id } } }',
      first,
      at(['a', 'b'], entities('B', 'name')),
    )
    expect(openAt(root, 'a', 'b').place.entities.size).toBe(1)
  })

  it('not when another fetch responds with the same', () => {
    const first = fetch('{ a { __typename id b { id } } }')
    const { root } = plan('{ a { b { id } } }', first, at(['a'], entities('A', 'b { id }')))
    const [a] = root.pieces
    expect(a).toMatchObject({ name: 'a', place: { pieces: [{ kind: 'open', name: 'b' }] } })
  })
})

it('members that are adjacent in a response are one run', () => {
  const { root } = plan(
    '{ a { id b { id } } list { id } }',
    fetch('{ a { id b { id } } list { id } }'),
  )
  expect(root.pieces).toEqual([{ kind: 'run', source: { kind: 'nested', index: 0 }, run: 'a' }])
})

describe('the text of objects is cached for other places of an entity', () => {
  const first = fetch('{ list { __typename id } }')
  const listPath = ['list', '@']

  it('where it depends on the entity alone, with the counters of all that is below', () => {
    const { root, counters } = plan(
      '{ list { b { name size { height } } } }',
      first,
      at(listPath, entities('A', 'b { size { height } name }')),
    )
    expect(openAt(root, 'list').reuse).toBeUndefined()
    const { reuse } = openAt(root, 'list', 'b')
    const [from, to] = reuse?.counters ?? [0, 0]
    const below = [...counters].flatMap(([path, at]) => (at >= from && at < to ? [path] : []))
    expect(reuse?.fetch).toBe(1)
    expect(below.toSorted()).toEqual(['list.b', 'list.b.size'])
  })

  it('not where two fetches respond with it', () => {
    const { root } = plan(
      '{ list { b { name id } } }',
      fetch('{ list { __typename id b { id } } }'),
      at(listPath, entities('A', 'b { name }')),
    )
    expect(openAt(root, 'list', 'b').reuse).toBeUndefined()
  })

  it('not where two entities have it', () => {
    const { root } = plan(
      '{ list { b { name id } } }',
      first,
      at(listPath, entities('A', 'b { name }')),
      at(listPath, entities('A', 'b { id }')),
    )
    expect(openAt(root, 'list', 'b').owners).toHaveLength(2)
    expect(openAt(root, 'list', 'b').reuse).toBeUndefined()
  })
})

describe('the representation of an entity', () => {
  const first = fetch('{ a { __typename id b { __typename id size { height } } } }')
  const sized = (...below: QueryPlanSelectionNode[]) =>
    entities('B', 'name', [field('__typename'), field('size', below)])

  it.each<[string, PlanNode[]]>([
    ['comes from the response above', [first, at(['a', 'b'], entities('B', 'name'))]],
    ['may have fields of objects', [first, at(['a', 'b'], sized(field('height')))]],
    [
      'comes from an entity that is there before',
      [
        fetch('{ a { __typename b { __typename id } } }'),
        at(['a', 'b'], entities('B', 'size { height }')),
        at(['a', 'b'], sized(field('height'))),
      ],
    ],
  ])('%s', (_, nodes) => {
    const { entities: places } = plan('{ a { b { name } } }', ...nodes)
    expect(places.size).toBe(nodes.length - 1)
  })

  it.each<[string, PlanNode[]]>([
    [
      'has no key in a response',
      [fetch('{ a { __typename b { __typename id } } }'), at(['a', 'b'], sized(field('height')))],
    ],
    [
      'has its key in an entity above only',
      [
        fetch('{ a { __typename id b { __typename } } }'),
        at(['a'], entities('A', 'b { __typename id }')),
        at(['a', 'b'], entities('B', 'name')),
      ],
    ],
    ['lacks a field of an object', [first, at(['a', 'b'], sized(field('width')))]],
    [
      'comes from an entity that is requested later',
      [
        fetch('{ a { __typename b { __typename id } } }'),
        at(['a', 'b'], sized(field('height'))),
        at(['a', 'b'], entities('B', 'size { height }')),
      ],
    ],
    [
      'does not begin with its type',
      [first, at(['a', 'b'], entities('B', 'name', [field('id'), field('__typename')]))],
    ],
    ['has no type', [first, at(['a', 'b'], entities('B', 'name', [field('id')]))]],
  ])('is not made where it %s', (_, nodes) => {
    expect(() => plan('{ a { b { name } } }', ...nodes)).toThrow(NotSplicedError)
  })
})

describe('responses are not spliced from texts', () => {
  const first = fetch('{ a { __typename id b { __typename id } } }')
  const wide = Array.from({ length: 1501 }, (_, number) => `a${number}: id`).join(' ')

  it.each<[string, string, PlanNode[]]>([
    ['when no fetch responds with a field', '{ a { id b { name } } }', [first]],
    [
      'when no fetch responds with the last one',
      '{ a { id b { id name } } }',
      [fetch('{ a { id b { id } } }')],
    ],
    [
      'when no fetch responds with a key',
      '{ a { b { name } } }',
      [
        fetch('{ a { __typename b { id } } }'),
        at(['a', 'b'], entities('B', 'name', [field('__typename'), field('name')])),
      ],
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
    [
      'when only data determines the type of an object',
      '{ any { __typename } }',
      [fetch('{ any { __typename } }')],
    ],
    [
      'when every object has a member of a name',
      '{ a { toString: id } }',
      [fetch('{ a { toString: id } }')],
    ],
    ['of introspection', '{ __schema { description } }', []],
  ])('%s', (_, query, nodes) => {
    expect(() => plan(query, ...nodes)).toThrow(NotSplicedError)
  })
})

describe('the key of an object that is represented by an entity', () => {
  const below = entities('B', 'size { height }')
  const needing = (...needed: QueryPlanSelectionNode[]) =>
    entities('B', 'name', [field('__typename'), ...needed, field('size', [field('height')])])

  it.each<[string, PlanNode, unknown]>([
    ['is only its record where the entity implies the other members', needing(field('id')), 0],
    ['has the members that the entity does not imply', needing(field('id'), field('name')), ',0'],
  ])('%s', (_, last, key) => {
    const { entities: places } = plan(
      '{ a { b { name } } }',
      fetch('{ a { __typename b { __typename id name } } }'),
      at(['a', 'b'], below),
      at(['a', 'b'], last),
    )
    const { representation } = [...places.values()].at(-1) ?? {}
    const recorded = { ints: new Int32Array(16), textOf: () => '' }
    expect(representation?.keyOf(0, recorded)).toEqual(key)
  })
})
