import { describe, expect, it } from 'vitest'
import type { FetchedObject } from './layout.ts'
import { lazyObjectReader } from './reader-code.ts'
import { compileRootReader, readEntities } from './reader.ts'
import type { EntityListReading } from './reader.ts'
import { NONE, Tape } from './tape.ts'
import { fetched, leaf, open, partsOf, typesOf } from './testing/fetched.ts'

const typeOf = typesOf('type Query { text: String  other: String  one: Query  list: [[Query]] }')
const TEXT = fetched([leaf('text', typeOf('text'))])

/** How a test reads a list. */
interface List {
  readonly name?: string
  readonly count: number
  readonly fetches?: readonly {
    readonly object?: FetchedObject
    readonly needed?: readonly number[]
  }[]
}

/** The parts of the entities that each fetch of each list needs; undefined when the response needs the full parser. */
function readLists(data: string, ...lists: readonly List[]): unknown {
  using tape = new Tape()
  const body = Buffer.from(`{"data":${data}}`)
  const objects = lists.map(({ fetches = [{}] }) => fetches.map(({ object = TEXT }) => object))
  const readings = lists.map(
    ({ name = '_entities', count, fetches = [{}] }): EntityListReading => ({
      name,
      count,
      fetches: fetches.map(({ object = TEXT, needed }) => ({
        reader: lazyObjectReader(object),
        needed: new Set(needed ?? Array.from({ length: count }, (_, index) => index)),
      })),
    }),
  )
  const records = readEntities(body, { tape, counts: [], recordLists: [[]] }, readings)
  const recorded = { ints: tape.ints, text: body.toString('latin1') }
  return records?.map((its, list) =>
    its.map((all, fetch) =>
      all.flatMap((record, index) => {
        const needed = lists[list]?.fetches?.[fetch]?.needed
        const isNeeded = needed?.includes(index) ?? true
        return isNeeded ? [partsOf(objects[list]?.[fetch] ?? TEXT, record, recorded)] : []
      }),
    ),
  )
}

const x = { text: '"text":"x"' }
const y = { text: '"text":"y"' }

describe('entities', () => {
  it('are read one by one', () => {
    const data = '{"_entities":[{"text":"x"},{"text":"y"}]}'
    expect(readLists(data, { count: 2 })).toEqual([[[x, y]]])
  })

  it.each<[number, string]>([
    [1, '[]'],
    [1, '[null]'],
    [1, '[{"text":"x"},{"text":"y"}]'],
    [2, '[{"text":"x"}]'],
    [2, '[{"text":"x"},null]'],
    [2, '[{"text":"x"};{"text":"x"}]'],
    [1, '[{"text":"x"}'],
    [1, '[{"text":"x"},]'],
    [1, '{}'],
    [1, 'null'],
  ])('need the full parser where %i are requested: %s', (count, list) => {
    expect(readLists(`{"_entities":${list}}`, { count })).toBeUndefined()
  })

  it.each(['{"_entities":[{"text":"x"}]', '{"_entities":[{"text":"x"}],"more":1}'])(
    'need the full parser with something behind them: %s',
    (data) => expect(readLists(data, { count: 1 })).toBeUndefined(),
  )
})

describe('several lists', () => {
  const lists: List[] = [
    { name: '_0', count: 1 },
    { name: '_1', count: 0 },
    { name: '_2', count: 1 },
  ]

  it('are read by their names, also empty ones', () => {
    const data = '{"_0":[{"text":"x"}],"_1":[],"_2":[{"text":"y"}]}'
    expect(readLists(data, ...lists)).toEqual([[[x]], [[]], [[y]]])
  })

  it.each([
    ['in another order', '{"_2":[{"text":"x"}],"_1":[],"_0":[{"text":"y"}]}'],
    ['one of which is missing', '{"_0":[{"text":"x"}],"_1":[]}'],
    ['one of which is null', '{"_0":[{"text":"x"}],"_1":null,"_2":[{"text":"y"}]}'],
  ])('need the full parser %s', (_, data) => {
    expect(readLists(data, ...lists)).toBeUndefined()
  })
})

describe('a list that fetches share', () => {
  it('is read by each of them, in records of their own', () => {
    const data = '{"_entities":[{"text":"x"},{"text":"y"}]}'
    expect(readLists(data, { count: 2, fetches: [{}, {}] })).toEqual([
      [
        [x, y],
        [x, y],
      ],
    ])
  })

  it('is read by each as far as it needs entities', () => {
    const data = '{"_entities":[{"text":"x"},{"text":"y"}]}'
    const fetches = [{ needed: [0] }, { needed: [1] }]
    expect(readLists(data, { count: 2, fetches })).toEqual([[[x], [y]]])
  })

  it('has objects for further fetches only of entities that are needed', () => {
    using tape = new Tape()
    const reader = lazyObjectReader(fetched(TEXT.members, { recordList: 0 }))
    const recordLists: number[][] = [[]]
    const fetches = [{ reader, needed: new Set([1]) }]
    const body = Buffer.from('{"data":{"_entities":[{"text":"x"},{"text":"y"}]}}')
    const lists = [{ name: '_entities', count: 2, fetches }]
    const records = readEntities(body, { tape, counts: [], recordLists }, lists)
    expect(recordLists).toEqual([[records?.[0]?.[0]?.[1]]])
  })

  it('needs the full parser where an entity that a fetch passes over is no JSON', () => {
    expect(
      readLists('{"_entities":[{"text":"x"},{"text":y}]}', {
        count: 2,
        fetches: [{ needed: [0] }],
      }),
    ).toBeUndefined()
  })
})

describe('records', () => {
  const read = (
    object: FetchedObject,
    text: string,
    tape: Tape,
    recordLists: number[][] = [],
  ): number => compileRootReader(object)(Buffer.from(text), { tape, counts: [], recordLists })

  it('have those of objects below, in lists of lists too, and of nulls', () => {
    using tape = new Tape()
    const object = fetched([open('one', typeOf('one'), TEXT), open('list', typeOf('list'), TEXT)])
    const text = '{"data":{"one":null,"list":[[{"text":"x"},null],null,[],[{"text":"y"}]]}}'
    const parts = partsOf(object, read(object, text, tape), { ints: tape.ints, text })
    expect(parts).toEqual({ one: null, list: [[x, null], null, [], [y]] })
  })

  it('are found by the fetches of entities that are sent for them, in their order', () => {
    using tape = new Tape()
    const recordLists: number[][] = [[], []]
    const below = fetched(TEXT.members, { recordList: 1 })
    const object = fetched([open('list', typeOf('list'), below)], { recordList: 0 })
    const text = '{"data":{"list":[[{"text":"x"}],null,[{"text":"y"},null]]}}'
    const record = read(object, text, tape, recordLists)
    expect(recordLists[0]).toEqual([record])
    const recorded = { ints: tape.ints, text }
    expect(recordLists[1]?.map((one) => partsOf(below, one, recorded))).toEqual([x, y])
  })

  it('have no entities, and no cached texts, when they are made', () => {
    const object = fetched([], { entities: [3, 5], reused: ['one'] })
    for (const _ of [1, 2]) {
      using tape = new Tape()
      const record = read(object, '{"data":{}}', tape)
      expect([...tape.ints.subarray(record, record + 3)]).toEqual([NONE, NONE, NONE])
      tape.ints.fill(7)
    }
  })

  it('have their places when the tape grows while they are made', () => {
    using tape = new Tape()
    const object = fetched([
      leaf('text', typeOf('text')),
      open('list', typeOf('list'), TEXT),
      leaf('other', typeOf('other')),
    ])
    const elements = Array.from({ length: 20_000 }, (_, index) => `{"text":"${index}"}`)
    const text = `{"data":{"text":"x","list":[[${elements.join()}]],"other":"y"}}`
    const { length } = tape.ints
    const parts = partsOf(object, read(object, text, tape), { ints: tape.ints, text })
    expect(tape.ints.length).toBeGreaterThan(length)
    expect(parts).toEqual({
      text: '"text":"x"',
      list: [elements.map((_, index) => ({ text: `"text":"${index}"` }))],
      other: '"other":"y"',
    })
  })

  it('are made of a response of more than a megabyte', () => {
    using tape = new Tape()
    const long = 'é'.repeat(1_000_000)
    const body = Buffer.from(`{"data":{"text":"${long}"}}`)
    const record = compileRootReader(TEXT)(body, { tape, counts: [], recordLists: [] })
    const recorded = { ints: tape.ints, text: body.toString('latin1') }
    const { text } = partsOf(TEXT, record, recorded) as { readonly text: string }
    expect(Buffer.from(text, 'latin1').toString()).toBe(`"text":"${long}"`)
  })
})
