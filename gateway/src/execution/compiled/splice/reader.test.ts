import { buildSchema } from 'graphql'
import type { GraphQLOutputType } from 'graphql'
import { describe, expect, it, test } from 'vitest'
import type { FetchedMember, FetchedObject } from './layout.ts'
import { compileRootReader } from './reader.ts'
import { NONE, Tape } from './tape.ts'
import * as testing from './testing/fetched.ts'

const typeOf = testing.typesOf(`
  scalar Any
  enum Size { S SM M }
  type Query {
    text: String  integer: Int  float: Float  truth: Boolean  id: ID  size: Size  any: Any
    surely: Any!  names: [String]  sureNames: [String!]!  grid: [[Int!]]  anys: [Any]
    one: Query  objects: [[Query]]
  }
`)

const leaf = (name: string, rest: Partial<FetchedMember> = {}): FetchedMember =>
  testing.leaf(name, typeOf(name), rest)
const plain = (name: string): FetchedMember => leaf(name, { run: undefined })
const query = (...members: FetchedMember[]): FetchedObject => testing.fetched(members)

/** The parts of the record; undefined when the response needs the full parser. */
function readRoot(object: FetchedObject, text: string | Buffer, counts: number[] = []): unknown {
  using tape = new Tape()
  const body = Buffer.from(text as string)
  const record = compileRootReader(object)(body, { tape, counts, recordLists: [] })
  if (record === NONE) return undefined
  return testing.partsOf(object, record, { ints: tape.ints, text: body.toString('latin1') })
}

describe('the text of a value is copied', () => {
  it.each([
    ['text', ['"x"', '""', 'null', '"\\ud800"', '"\\u00e9 \\n\\""', '"\u00e9"', '"\u007f\u2028"']],
    ['integer', ['0', '-1', '123456789012345', 'null']],
    ['float', ['0', '0.5', '-0.5', '-1.25', '1.50', '12345678901234567890', 'null']],
    ['truth', ['true', 'false', 'null']],
    ['id', ['"x"', '7', 'null']],
    ['size', ['"S"', '"SM"', '"M"', 'null']],
    ['any', ['1', '"x"', 'true', 'false', 'null', '[]', '{}', '[1,[null,{}]]', '{"a":{"b":[]}}']],
    ['surely', ['1', '{"a":null}']],
    ['names', ['[]', '["x"]', '["x",null]', 'null']],
    ['sureNames', ['[]', '["x","y"]']],
    ['grid', ['[]', '[[]]', '[[1,2],null,[]]', 'null']],
    ['anys', ['[1,{},[null],null]']],
  ])('%s: common values', (name, values) => {
    for (const value of values) {
      const member = `${JSON.stringify(name)}:${value}`
      const latin1 = Buffer.from(member).toString('latin1')
      expect(readRoot(query(leaf(name)), `{"data":{${member}}}`)).toEqual({
        [name]: latin1,
      })
    }
  })
})

describe('the text of a value needs the full parser', () => {
  it.each([
    [
      'text',
      ['1', 'true', '{}', '[]', 'x', 'x"', '"', '"\\x"', '"\\u12g4"', '"\\u12"', '"\n"', 'nul'],
    ],
    ['integer', ['1.0', '1.5', '1e3', '-0', '01', '-', '-01', '1234567890123456', '"1"']],
    [
      'float',
      ['1.', '.5', '1e3', '1E3', '-0', '-0.0', '-0.', '00', '-', '"1"', '0.1234567890123456789'],
    ],
    ['float', ['123456789012345678901', 'NaN', '+1']],
    ['truth', ['1', '"true"', 'tru', 'True', 'falsey', 'null0']],
    ['id', ['1.5', 'true', '{}']],
    ['size', ['S', '"XS"', '"s"', '""', '"SML"', '"\\u0053"', '1']],
    ['any', ['', '[1,]', '[,]', '{"a"}', '{"a":}', '{"a":1,}', '{a:1}', '[1', '{"a":1', '1e400']],
    ['any', ['[ 1]', '{"a": 1}', '{"a":1 }', 'nulll', '{1:1}', '[1}', '{"a":1]']],
    ['surely', ['null', '']],
    ['names', ['"x"', '{}', '[', '["x";"y"]', '["x"', '["x",]', '["x" ]', '[1]', '[["x"]]']],
    ['sureNames', ['null', '[null]', '["x",null]']],
    ['grid', ['[1]', '[[null]]', '[[1],2]', '[[[1]]]']],
  ])('%s: invalid and rare values', (name, values) => {
    for (const value of values) {
      const text = `{"data":{${JSON.stringify(name)}:${value}}}`
      expect([text, readRoot(query(leaf(name)), text)]).toEqual([text, undefined])
    }
  })

  it('any value that is too deep', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    const read = (levels: number) =>
      readRoot(query(leaf('any')), `{"data":{"any":${deep(levels)}}}`)
    expect(read(65)).toBeDefined()
    expect(read(66)).toBeUndefined()
    expect(read(1_000_000)).toBeUndefined()
  })
})

it('an enum may have any number of values, and a type any name', () => {
  const names = Array.from({ length: 20_000 }, (_, number) => `COUNTRY_${number}`)
  const types = buildSchema(`
    enum toString { ${names.join(' ')} }
    scalar constructor
    type Query { country: toString  anything: constructor }
  `)
    .getQueryType()
    ?.getFields()
  for (const [name, value] of [
    ['country', '"COUNTRY_19999"'],
    ['anything', '[1]'],
  ] as const) {
    const type = types?.[name]?.type as GraphQLOutputType
    const object = query({ ...plain('any'), name, value: { kind: 'leaf', type } })
    expect(readRoot(object, `{"data":{"${name}":${value}}}`)).toEqual({})
    expect(readRoot(object, `{"data":{"${name}":"COUNTRY}}`)).toBeUndefined()
  }
})

describe('a response', () => {
  const object = query(leaf('text'), leaf('integer', { run: 'text' }))
  const RIGHT = '{"data":{"text":"x","integer":1}}'

  it.each([
    ['to the letter', ''],
    ['with a line feed', '\n'],
    ['with all the blanks that JSON has', ' \t\r\n'],
  ])('has its text copied: %s', (_, end) =>
    expect(readRoot(object, RIGHT + end)).toEqual({ text: '"text":"x","integer":1' }),
  )

  it.each([
    ['a blank that is not JSON', `${RIGHT}\v`],
    ['another', `${RIGHT}\f`],
    ['a blank of another script', `${RIGHT}\u00a0`],
    ['something behind it', `${RIGHT}}`],
    ['another response behind it', RIGHT + RIGHT],
    ['a byte order mark', `\ufeff${RIGHT}`],
    ['a blank before it', ` ${RIGHT}`],
    ['a blank in it', RIGHT.replace(':1', ': 1')],
    ['members in another order', '{"data":{"integer":1,"text":"x"}}'],
    ['a member twice', '{"data":{"text":"x","text":"x","integer":1}}'],
    ['one too many', '{"data":{"text":"x","integer":1,"id":"1"}}'],
    ['one too few', '{"data":{"text":"x"}}'],
    ['none', '{"data":{}}'],
    ['no data', '{"data":null}'],
    ['a list', '{"data":[]}'],
    ['errors', '{"data":{"text":"x","integer":1},"errors":[]}'],
    ['errors first', '{"errors":[],"data":{"text":"x","integer":1}}'],
    ['extensions', '{"data":{"text":"x","integer":1},"extensions":{}}'],
    ['a name that is escaped', RIGHT.replace('"text"', '"te\\u0078t"')],
  ])('needs the full parser with %s', (_, text) => expect(readRoot(object, text)).toBeUndefined())

  it.each([
    ['a byte that is not UTF-8', [0xff]],
    ['half a character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['an overlong encoding of a character', [0xc0, 0xaf]],
  ])('needs the full parser with %s', (_, bytes) => {
    const text = Buffer.from(RIGHT.replace('"x"', '"????"'))
    const at = text.indexOf('?')
    const broken = [text.subarray(0, at), Buffer.from(bytes), text.subarray(at + 4)]
    expect(readRoot(object, Buffer.concat(broken))).toBeUndefined()
  })

  it('a truncated response needs the full parser', () => {
    const members = ['text', 'integer', 'float', 'truth', 'id', 'size', 'any', 'grid'].map(plain)
    const text =
      '{"data":{"text":"\\u00e9","integer":-12,"float":0.25,"truth":true,"id":"7","size":"SM",' +
      '"any":{"a":[null]},"grid":[[1],null]}}'
    expect(readRoot(query(...members), text)).toEqual({})
    for (let length = 0; length < text.length; length += 1)
      expect(readRoot(query(...members), text.slice(0, length))).toBeUndefined()
  })

  it('no byte of an earlier response is read', () => {
    const read = compileRootReader(object)
    const isRead = (text: string): boolean => {
      using tape = new Tape()
      return read(Buffer.from(text), { tape, counts: [], recordLists: [] }) !== NONE
    }
    for (let length = 0; length < RIGHT.length; length += 1)
      expect([isRead(RIGHT), isRead(RIGHT.slice(0, length))]).toEqual([true, false])
  })
})

describe('a value that other fetches need', () => {
  it.each(['"plain-id.7"', '"\\u00e9"', '"\u00e9"', '"a b"', '7', 'null'])(
    'is found: %s',
    (text) => {
      const member = leaf('id', { isNeeded: true, run: undefined })
      const latin1 = Buffer.from(text).toString('latin1')
      expect(readRoot(query(member), `{"data":{"id":${text}}}`)).toEqual({ 'needed id': latin1 })
    },
  )

  it('may be text for the client as well', () => {
    const object = query(leaf('id', { isNeeded: true }), leaf('text', { run: 'id' }))
    expect(readRoot(object, '{"data":{"id":"1","text":"x"}}')).toEqual({
      'needed id': '"1"',
      id: '"id":"1","text":"x"',
    })
  })

  it('may be an object whose members are spliced', () => {
    const one = testing.open('one', typeOf('one'), query(leaf('id')))
    const object = query({ ...one, isNeeded: true })
    expect(readRoot(object, '{"data":{"one":{"id":"1"}}}')).toEqual({
      'needed one': '{"id":"1"}',
      one: { id: '"id":"1"' },
    })
  })

  it('may be a type', () => {
    const value = { kind: 'typename' } as const
    const object = query({ name: '__typename', value, run: undefined, isNeeded: true })
    expect(readRoot(object, '{"data":{"__typename":"Query"}}')).toEqual({
      'needed __typename': '"Query"',
    })
    expect(readRoot(object, '{"data":{"__typename":"Query2"}}')).toBeUndefined()
    expect(readRoot(object, '{"data":{"__typename":null}}')).toBeUndefined()
  })
})

describe('objects whose text the client gets', () => {
  const object = query({
    name: 'objects',
    value: { kind: 'text', type: typeOf('objects'), object: query(plain('text')), counter: 2 },
    run: 'objects',
    isNeeded: false,
  })

  test('are counted, and nulls at any level beside them', () => {
    const counts = [0, 0, 0, 0]
    const text = '"objects":[[{"text":"x"},null,{"text":null}],null,[]]'
    expect(readRoot(object, `{"data":{${text}}}`, counts)).toEqual({ objects: text })
    expect(counts).toEqual([0, 0, 2, 2])
  })

  it('may be objects without selected fields', () => {
    const empty = query({ ...plain('any'), value: { kind: 'any' } })
    expect(readRoot(query(), '{"data":{}}')).toEqual({})
    expect(readRoot(query(), '{"data":{"a":1}}')).toBeUndefined()
    expect(readRoot(empty, '{"data":{"any":{}}}')).toEqual({})
  })
})
