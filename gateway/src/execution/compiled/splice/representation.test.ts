import { buildSchema } from 'graphql'
import type { GraphQLObjectType } from 'graphql'
import { describe, expect, it } from 'vitest'
import { recordLayout } from './layout.ts'
import type { Place } from './layout.ts'
import { compileRootReader } from './reader.ts'
import { compileRepresentation } from './representation.ts'
import type { RepresentedMember } from './representation.ts'
import { NONE, Tape } from './tape.ts'
import { fetched } from './testing/fetched.ts'

const schema = buildSchema('type Query { id: ID  other: ID  size: [Query] }')
const type = schema.getQueryType() as GraphQLObjectType
const any = { kind: 'any' } as const
const needed = (name: string) => ({ name, value: any, run: undefined, isNeeded: true })

const OWN = fetched([needed('id'), needed('other')], { entities: [3] })
const ENTITY = fetched([needed('size')], { request: 1 })
const PLACE: Place = { type, pieces: [], nested: [OWN], entities: new Map([[3, ENTITY]]) }

const own = (name: string, selections?: RepresentedMember['selections']): RepresentedMember => ({
  name,
  source: { kind: 'nested', index: 0 },
  selections,
  isImplied: false,
})
const ofEntity: RepresentedMember = {
  name: 'size',
  source: { kind: 'entity', fetch: 3 },
  selections: undefined,
  isImplied: false,
}

interface Values {
  readonly id?: string
  readonly other?: string
  /** Member of the entity; undefined where it is not known. */
  readonly size?: string
}

/** Key and text of an object with these values. */
function represent(members: readonly RepresentedMember[], { id = '1', other = '2', size }: Values) {
  using tape = new Tape()
  const bodies = [`{"data":{"id":${id},"other":${other}}}`, `{"data":{"size":${size}}}`].map(
    (text) => Buffer.from(text),
  )
  const [record, entity] = [OWN, ENTITY].map((object, index) =>
    compileRootReader(object)(bodies[index] ?? Buffer.alloc(0), {
      tape,
      counts: [],
      recordLists: [],
    }),
  )
  if (record === undefined || record === NONE) throw new Error('not as expected')
  tape.ints[record + recordLayout(OWN).entity(3)] = (size === undefined ? NONE : entity) ?? NONE
  const recorded = {
    ints: tape.ints,
    textOf: (request: number) => bodies[request]?.toString('latin1') ?? '',
  }
  const representation = compileRepresentation(PLACE, members, (typename, one) => typename === one)
  const key = representation.keyOf(record, recorded)
  const text = key === undefined ? undefined : representation.textOf(record, recorded)
  return { key, text }
}

describe('a representation', () => {
  it.each<[string, RepresentedMember[], Values, string]>([
    ['has its type alone where nothing else is needed', [], {}, ''],
    ['has the needed members, in that order', [own('other'), own('id')], {}, ',"other":2,"id":1'],
    ['has a plain text unchanged', [own('id')], { id: '"a-b.c:1"' }, ',"id":"a-b.c:1"'],
    ['has text in one notation', [own('id')], { id: '"\\u00e9\\/"' }, ',"id":"é/"'],
    ['has text in any script', [own('id')], { id: '"ключ"' }, ',"id":"ключ"'],
    ['has a number in one notation', [own('id')], { id: '1.50' }, ',"id":1.5'],
    ['has null', [own('id')], { id: 'null' }, ',"id":null'],
    [
      'has a value of any kind',
      [own('id')],
      { id: '{"b":[1,{"a":null}]}' },
      ',"id":{"b":[1,{"a":null}]}',
    ],
    ['has the members of an entity', [own('id'), ofEntity], { size: '3' }, ',"id":1,"size":3'],
    [
      'has the needed members of an object',
      [own('id', [{ kind: 'Field', name: 'a' }])],
      { id: '[{"b":1,"a":"\\u00e9"},null]' },
      ',"id":[{"a":"é"},null]',
    ],
    [
      'has null for an object of which something is missing',
      [own('id', [{ kind: 'Field', name: 'a' }])],
      { id: '{"b":1}' },
      ',"id":null',
    ],
    [
      'has null where the object is null',
      [own('id', [{ kind: 'Field', name: 'a' }])],
      { id: 'null' },
      ',"id":null',
    ],
  ])('%s', (_, members, values, text) => {
    expect(represent(members, values).text).toBe(`{"__typename":"Query"${text}}`)
  })

  it.each([
    ['first', [ofEntity, own('id')]],
    ['later', [own('id'), ofEntity]],
  ])('is not made where an entity is not known that it needs %s', (_, members) => {
    expect(represent(members, {})).toEqual({ key: undefined, text: undefined })
  })

  it('has a key of its own for other values of any member', () => {
    const members = [own('id'), own('other')]
    const keyOf = (values: Values) => represent(members, values).key
    expect(keyOf({})).toBe(keyOf({}))
    const keys = [{}, { id: '"1"' }, { other: '3' }, { id: '2', other: '1' }].map(keyOf)
    expect(new Set(keys).size).toBe(4)
  })

  it('has the same key and text wherever the entity is the same that implies another member', () => {
    const implied = { ...own('id'), isImplied: true }
    const one = represent([implied, ofEntity], { id: '1', size: '3' })
    expect(one.text).toBe('{"__typename":"Query","id":1,"size":3}')
    expect(represent([implied, ofEntity], { id: '1', size: '3' }).key).toBe(one.key)
    expect(represent([ofEntity], { id: '2', size: '3' }).key).toBe(one.key)
  })
})
