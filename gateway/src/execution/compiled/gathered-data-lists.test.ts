import type { GraphQLFormattedError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { book, entities, fetchAll, fetchInto, found } from './testing/gather.ts'
import type { Placed } from './testing/gather.ts'

describe('fetches with the same operation', () => {
  const fetches: Placed[] = [
    [['one'], entities()],
    [['all', '@'], entities()],
  ]

  it('share a list of the representations of both', async () => {
    const data = { one: book('1'), all: [book('2'), book('1')] }
    const { bodies } = await fetchAll(data, fetches, { responses: [found({ x: 1 }, { x: 2 })] })
    expect(bodies).toMatchObject([{ variables: { representations: [book('1'), book('2')] } }])
    expect(data).toEqual({
      one: book('1', { x: 1 }),
      all: [book('2', { x: 2 }), book('1', { x: 1 })],
    })
  })

  it('fill in objects of their own, which later fetches add to', async () => {
    const data: Record<'one' | 'all', unknown> = { one: book('1'), all: [book('1')] }
    await fetchAll(data, fetches, { responses: [found({ x: { y: 1 } })] })
    await fetchInto(data, {}, { path: ['one', 'x'], response: { data: { z: 1 } } })
    expect(data).toEqual({
      one: book('1', { x: { y: 1, z: 1 } }),
      all: [book('1', { x: { y: 1 } })],
    })
  })

  it('report an error of an entity at the places of both', async () => {
    const data = { one: book('1'), all: [book('2'), book('1')] }
    const response = { errors: [{ message: 'odd', path: ['_entities', 0, 'x'] }] }
    const { errors } = await fetchAll(data, fetches, { responses: [response] })
    expect(errors).toEqual([
      { message: 'odd', path: ['one', 'x'] },
      { message: 'odd', path: ['all', 1, 'x'] },
    ])
  })

  it('report an error without a path once', async () => {
    const data = { one: book('1'), all: [book('1')] }
    const { errors } = await fetchAll(data, fetches, {
      responses: [{ errors: [{ message: 'odd' }] }],
    })
    expect(errors).toEqual([{ message: 'odd' }])
  })
})

describe('several lists in one request', () => {
  const fetches: Placed[] = [
    [['one'], entities('x')],
    [['all', '@'], entities('y')],
  ]
  const dataOf = () => ({ one: book('1'), all: [book('2'), book('1')] })
  const BOTH = { _0: [{ x: 1 }], _1: [{ y: 2 }, { y: 1 }] }

  it('are read each for its own places', async () => {
    const data = dataOf()
    const { bodies, errors } = await fetchAll(data, fetches, { responses: [{ data: BOTH }] })
    expect(bodies).toMatchObject([
      { variables: { representations_0: [book('1')], representations_1: [book('2'), book('1')] } },
    ])
    expect(errors).toEqual([])
    expect(data).toEqual({
      one: book('1', { x: 1 }),
      all: [book('2', { y: 2 }), book('1', { y: 1 })],
    })
  })

  it('are one list, by its plain name, where the others have no entities', async () => {
    const data = { one: book('1'), all: [] }
    const { bodies } = await fetchAll(data, fetches, { responses: [found({ x: 1 })] })
    expect(bodies).toEqual([
      { query: entities('x').operation, variables: { representations: [book('1')] } },
    ])
    expect(data.one).toEqual(book('1', { x: 1 }))
  })

  it.each<[string, GraphQLFormattedError['path'], unknown[]]>([
    ['of an entity at the places of its list', ['_1', 0, 'y'], [{ path: ['all', 0, 'y'] }]],
    ['of the same index at those of the other', ['_0', 0, 'x'], [{ path: ['one', 'x'] }]],
    ['without a path once', undefined, [{}]],
    ['of no entity once', ['_0'], [{}]],
    ['of no list once', ['_entities', 0, 'x'], [{}]],
    ['of a name that every object has once', ['constructor', 0], [{}]],
  ])('report an error %s', async (_, path, expected) => {
    const errors = [{ message: 'odd', ...(path && { path }) }]
    const result = await fetchAll(dataOf(), fetches, { responses: [{ data: BOTH, errors }] })
    expect(result.errors).toEqual(expected.map((one) => ({ message: 'odd', ...(one as object) })))
  })

  it('are an error each where they have other entities than requested', async () => {
    const data = dataOf()
    const response = { data: { _0: [{ x: 1 }], _1: [] } }
    const { errors } = await fetchAll(data, fetches, { responses: [response] })
    expect(errors).toHaveLength(1)
    expect(data).toEqual({ ...dataOf(), one: book('1', { x: 1 }) })
  })

  it('are sent one by one when the request has no data, and the one that fails leaves the other', async () => {
    const data = dataOf()
    const failed = { errors: [{ message: 'no' }] }
    const at = (path: string) => ({ errors: [{ message: 'no', path: ['_entities', 0, path] }] })
    const { bodies, errors } = await fetchAll(data, fetches, {
      responses: [failed, at('x'), found({ y: 2 }, { y: 1 })],
    })
    expect(bodies.slice(1)).toEqual([
      { query: entities('x').operation, variables: { representations: [book('1')] } },
      { query: entities('y').operation, variables: { representations: [book('2'), book('1')] } },
    ])
    expect(errors).toEqual([{ message: 'no', path: ['one', 'x'] }])
    expect(data).toEqual({ one: book('1'), all: [book('2', { y: 2 }), book('1', { y: 1 })] })
  })

  it('are not sent one by one without representations', async () => {
    const three: Placed[] = [...fetches, [['none', '@'], entities('z')]]
    const failed = { errors: [{ message: 'no' }] }
    const { calls } = await fetchAll(dataOf(), three, { responses: [failed] })
    expect(calls).toHaveLength(3)
  })

  it('are not sent again when there was no response', async () => {
    const errors = [
      { message: 'no', path: ['_0', 0, 'x'] },
      { message: 'no', path: ['_1', 1, 'y'] },
    ]
    const response = { body: undefined, read: () => ({ errors }) }
    const result = await fetchAll(dataOf(), fetches, { responses: [response] })
    expect(result.calls).toHaveLength(1)
    expect(result.errors).toEqual([
      { message: 'no', path: ['one', 'x'] },
      { message: 'no', path: ['all', 1, 'y'] },
    ])
  })
})
