import { buildSchema } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { recordLayout } from './layout.ts'
import type { FetchedObject, OpenPiece, Piece, Place, SourceRef } from './layout.ts'
import { lazyObjectReader } from './reader-code.ts'
import { Output } from './output.ts'
import { compileRootReader, readEntities } from './reader.ts'
import { NONE, Tape } from './tape.ts'
import { fetched, leaf, open } from './testing/fetched.ts'
import { lazyWriter } from './writer.ts'
import type { ReusedText } from './writer.ts'

const schema = buildSchema(`type Query {
  id: Int  name: String  one: Query  sure: Query!  list: [Query]  sureList: [Query!]!  grid: [[Query]]
}`)
const type = schema.getQueryType() as GraphQLObjectType

function typeOf(name: string) {
  const field = type.getFields()[name]
  if (field === undefined) throw new Error(`no field ${name}`)
  return field.type
}

const [FIRST, SECOND]: SourceRef[] = [0, 1].map((index) => ({ kind: 'nested', index }))
const ENTITY: SourceRef = { kind: 'entity', fetch: 5 }
const ID = fetched([leaf('id', typeOf('id'))])

function placeOf(
  pieces: readonly Piece[],
  nested: readonly FetchedObject[],
  entities: Place['entities'] = new Map(),
): Place {
  return { type, pieces, nested, entities }
}

const run = (name: string, source: SourceRef = FIRST as SourceRef): Piece => ({
  kind: 'run',
  source,
  run: name,
})
const constant: Piece = { kind: 'constant', text: '"t":"Query"' }
const IDS = placeOf([run('id')], [ID])

function openPiece(name: string, more: Partial<OpenPiece> = {}): OpenPiece {
  const owners = [FIRST as SourceRef]
  return {
    kind: 'open',
    name,
    type: typeOf(name),
    place: IDS,
    counter: 2,
    owners,
    reuse: undefined,
    ...more,
  }
}

/** What a reader makes of a response, by the number of its request. */
function read(object: FetchedObject, response: string, tape: Tape): number {
  const recordLists: number[][] = [[]]
  const record = compileRootReader(object)(Buffer.from(response), { tape, counts: [], recordLists })
  if (record === NONE) throw new Error(`not as expected: ${response}`)
  return record
}

const output = new Output()

/** Undefined when it could not be written. */
function textOf(isWritten: boolean): string | undefined {
  const written = output.take().toString()
  return isWritten ? written : undefined
}

/** Writes a place of which each source from above has responded so. */
function write(place: Place, ...data: readonly string[]) {
  using tape = new Tape()
  const texts = data.map((one) => `{"data":${one}}`)
  const records = place.nested.map((object, index) => read(object, texts[index] ?? '', tape))
  const counts = [0, 0, 0, 0]
  const bodies = texts.map((text) => Buffer.from(text))
  const state = { ints: tape.ints, bodies, output, counts, isShared: [], reused: [] }
  return { text: textOf(lazyWriter(place).write(state, ...records)), counts: counts.slice(2) }
}

const objectOf = (name: string): FetchedObject =>
  fetched([open(name, typeOf(name), ID), leaf('id', typeOf('id'))])

describe('an object is written', () => {
  it.each<[string, Place, string, string, number[]]>([
    ['of nothing', placeOf([], [fetched([])]), '{}', '{}', [0, 0]],
    [
      'of runs, and of constant text',
      placeOf([constant, run('id'), constant], [ID]),
      '{"id":1}',
      '{"t":"Query","id":1,"t":"Query"}',
      [0, 0],
    ],
    [
      'with objects',
      placeOf([openPiece('one'), run('id')], [objectOf('one')]),
      '{"one":{"id":2},"id":1}',
      '{"one":{"id":2},"id":1}',
      [1, 0],
    ],
    [
      'in the order of the client',
      placeOf([run('id'), openPiece('one')], [objectOf('one')]),
      '{"one":null,"id":1}',
      '{"id":1,"one":null}',
      [0, 1],
    ],
    [
      'with lists',
      placeOf([openPiece('list')], [objectOf('list')]),
      '{"list":[{"id":1},null,{"id":2}],"id":0}',
      '{"list":[{"id":1},null,{"id":2}]}',
      [2, 1],
    ],
    [
      'with empty ones',
      placeOf([openPiece('sureList')], [objectOf('sureList')]),
      '{"sureList":[],"id":0}',
      '{"sureList":[]}',
      [0, 0],
    ],
    [
      'with lists of lists',
      placeOf([openPiece('grid')], [objectOf('grid')]),
      '{"grid":[[{"id":1}],null,[null],[]],"id":0}',
      '{"grid":[[{"id":1}],null,[null],[]]}',
      [1, 2],
    ],
  ])('%s', (...[, place, data, text, counts]) => {
    expect(write(place, data)).toEqual({ text, counts })
  })
})

describe('an object of two sources', () => {
  const NAME = fetched([leaf('name', typeOf('name'))], { request: 1 })
  const both = placeOf([run('name', SECOND), run('id')], [ID, NAME])

  function of(name: string): Place {
    const owners = [FIRST as SourceRef, SECOND as SourceRef]
    const second = fetched([open(name, typeOf(name), NAME)], { request: 1 })
    const first = fetched([open(name, typeOf(name), ID)])
    return placeOf([openPiece(name, { place: both, owners })], [first, second])
  }

  it.each([
    ['', 'one', '{"id":1}', '{"name":"N"}', '{"name":"N","id":1}'],
    [' that is null', 'one', 'null', 'null', 'null'],
    [' in a list', 'list', '[{"id":1},null]', '[{"name":"N"},null]', '[{"name":"N","id":1},null]'],
  ])('has the members of both%s', (...[, name, first, second, text]) => {
    const data = [first, second].map((value) => `{"${name}":${value}}`)
    expect(write(of(name), ...data).text).toBe(`{"${name}":${text}}`)
  })

  it.each([
    ['where only the first one has it', 'one', '{"id":1}', 'null'],
    ['where only the second one has it', 'one', 'null', '{"name":"N"}'],
    ['where their lists have different lengths', 'list', '[]', '[{"name":"N"}]'],
    ['where the list of the first one is longer', 'list', '[{"id":1},{"id":2}]', '[{"name":"N"}]'],
    ['where only one list is null', 'list', 'null', '[]'],
    ['where they differ in an element', 'list', '[{"id":1}]', '[null]'],
    ['where lists within lists have different lengths', 'grid', '[[]]', '[[null]]'],
  ])('is not written %s', (_, name, first, second) => {
    const data = [first, second].map((value) => `{"${name}":${value}}`)
    expect(write(of(name), ...data).text).toBeUndefined()
  })
})

describe('null is not written', () => {
  // The reader of a nullable field simulates one whose subgraph contradicts the client's schema.
  const nullable = { one: 'sure', list: 'sureList' }

  it.each<[string, 'one' | 'list', string]>([
    ['where there must be none', 'one', 'null'],
    ['for a list where there must be none', 'list', 'null'],
    ['in a list without nulls', 'list', '[{"id":1},null]'],
  ])('%s', (_, name, value) => {
    const piece = openPiece(name, { type: typeOf(nullable[name]) })
    const object = fetched([open(name, typeOf(name), ID)])
    expect(write(placeOf([piece], [object]), `{"${name}":${value}}`).text).toBeUndefined()
  })
})

describe('an object with an entity', () => {
  const KEY = fetched([leaf('id', typeOf('id'))], { entities: [5] })
  const LIST = fetched([open('list', typeOf('list'), ID)], { request: 1, reused: ['list'] })
  const slot = recordLayout(KEY).entity(5)
  const piece = openPiece('list', {
    owners: [ENTITY],
    reuse: { fetch: 5, counters: [0, 4] },
    place: placeOf([run('id')], [fetched(ID.members, { request: 1 })]),
  })
  const place = placeOf([piece, run('id')], [KEY], new Map([[5, LIST]]))

  /** Writes objects with the entities of these indexes, in turn. */
  function writeAll(isShared: boolean, ...indexes: readonly (number | undefined)[]) {
    using tape = new Tape()
    const texts = [
      '{"data":{"id":7}}',
      '{"data":{"_entities":[{"list":[{"id":1},null]},{"list":[{"id":2}]}]}}',
    ]
    const fetches = [{ reader: lazyObjectReader(LIST), needed: new Set([0, 1]) }]
    const state = { tape, counts: [], recordLists: [] }
    const lists = [{ name: '_entities', count: 2, fetches }]
    const entities = readEntities(Buffer.from(texts[1] ?? ''), state, lists)?.[0]?.[0] ?? []
    const counts = [0, 0, 0, 0]
    const writer = lazyWriter(place)
    const reused: ReusedText[] = []
    const bodies = texts.map((text) => Buffer.from(text))
    const shared: boolean[] = []
    shared[5] = isShared
    const records = indexes.map((index) => {
      const record = read(KEY, texts[0] ?? '', tape)
      tape.ints[record + slot] = index === undefined ? NONE : (entities[index] ?? NONE)
      return record
    })
    const spans = records.map((record) => {
      const start = output.length
      const state = { ints: tape.ints, bodies, output, counts, isShared: shared, reused }
      return writer.write(state, record) ? ([start, output.length] as const) : undefined
    })
    const text = output.take().toString()
    const written = spans.map((span) => span && text.slice(...span))
    return { written, counts, reused: reused.length }
  }

  const [ONE, TWO] = ['{"list":[{"id":1},null],"id":7}', '{"list":[{"id":2}],"id":7}']

  it.each([true, false])('is written, and counted, at each place (reused: %s)', (isShared) => {
    const { written, counts } = writeAll(isShared, 0, 1, 0, 1)
    expect(written).toEqual([ONE, TWO, ONE, TWO])
    expect(counts).toEqual([0, 0, 4, 2])
  })

  it('is written once for all places where it is shown at several', () => {
    expect(writeAll(true, 0, 1, 0, 0).reused).toBe(2)
    expect(writeAll(false, 0, 1, 0, 0).reused).toBe(0)
  })

  it('is not written where the entity is not known', () => {
    expect(writeAll(true, 0, undefined).written).toEqual([ONE, undefined])
  })
})
