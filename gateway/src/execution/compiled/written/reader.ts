import { getNullableType, isListType, isNonNullType } from 'graphql'
import type { GraphQLNamedType, GraphQLOutputType } from 'graphql'
import type { JsonObject } from '../json.ts'
import type { FetchedMember, FetchedObject, FetchedValue, TextValue } from './blueprint.ts'
import { Code } from '../code.ts'
import { bytesOfText } from './bytes-of-text.ts'
import type { BytesOfText } from './bytes-of-text.ts'
import { endOfJson, MISMATCH } from './json-text.ts'
import { endOfLeaf } from './leaf-text.ts'
import type { EndOf } from './leaf-text.ts'

/**
 * Reads the answer of a fetch as far as the plan needs to: values by which other fetches ask, and the objects that
 * they add to. All else becomes runs of text.
 * @param body JSON text in UTF-8, a character for each byte
 * @param counts what the client gets as text is counted here
 * @returns undefined when the answer is not to the letter what was to be expected, such as one with errors, with a
 * null where there must be none, or with a blank
 */
export type Reader = (body: string, counts: number[]) => JsonObject | undefined

/** An answer, and how far it is read. */
interface Reading extends BytesOfText {
  /** The same, a character for each byte. */
  readonly text: string
  readonly counts: number[]
  at: number
}

type ReadObject = (reading: Reading) => JsonObject | undefined
/** The end of an object that the client gets as text. */
type EndOfObject = (bytes: Buffer, view: DataView, counts: number[], at: number) => number

const HEAD = '{"data":'
const ENTITIES_HEAD = '{"data":{"_entities":['

/** Of a fetch of root fields. */
export function compileRootReader(fetched: FetchedObject): Reader {
  const readObject = compileReadObject(fetched)
  return reading((state) => {
    if (!skip(state, HEAD)) return undefined
    const data = readObject(state)
    return data !== undefined && skip(state, '}') ? data : undefined
  })
}

/** Of a fetch of entities. */
export function compileEntitiesReader(fetched: FetchedObject): Reader {
  const readObject = compileReadObject(fetched)
  return reading((state) => {
    if (!skip(state, ENTITIES_HEAD)) return undefined
    const entities: JsonObject[] = []
    do {
      const entity = readObject(state)
      if (entity === undefined) return undefined
      entities.push(entity)
    } while (skip(state, ','))
    return skip(state, ']}}') ? { _entities: entities } : undefined
  })
}

/** Servers like to end a text with a line feed. JSON has fewer blanks than `\s`. */
const ONLY_BLANK = /^[ \t\r\n]*$/

function reading(read: ReadObject): Reader {
  return (text, counts) => {
    const own = bytesOfText(text)
    if (own === undefined) return undefined
    const state = { bytes: own.bytes, view: own.view, text, counts, at: 0 }
    const data = read(state)
    return data !== undefined && ONLY_BLANK.test(text.slice(state.at)) ? data : undefined
  }
}

function skip(state: Reading, expected: string): boolean {
  if (!state.text.startsWith(expected, state.at)) return false
  state.at += expected.length
  return true
}

/** Compiled when the first object comes. */
function compileReadObject(fetched: FetchedObject): ReadObject {
  let read: ReadObject | undefined
  return (state) => (read ??= new ReaderCode('return undefined').object(fetched))(state)
}

function compileEndOfObject(fetched: FetchedObject): EndOfObject {
  let endOf: EndOfObject | undefined
  return (bytes, view, counts, at) =>
    (endOf ??= new ReaderCode(`return ${MISMATCH}`).endOf(fetched))(bytes, view, counts, at)
}

const [COMMA, BRACKET, BRACKET_END, LETTER_N] = [0x2c, 0x5b, 0x5d, 0x6e]

/** Code that goes over the members of an object in the order in which a subgraph has to answer them. */
class ReaderCode {
  readonly #code = new Code()
  readonly #mismatch: string

  /** @param mismatch the statement that says that something else came */
  constructor(mismatch: string) {
    this.#mismatch = mismatch
  }

  object(fetched: FetchedObject): ReadObject {
    const made: string[] = []
    this.#code.add(`const { bytes, view, text, counts } = reading`, `let at = reading.at`)
    for (const [index, member] of fetched.members.entries())
      made.push(...this.#member(fetched, index, member))
    this.#end(fetched)
    this.#code.add(`reading.at = at`, `return { ${made.join(', ')} }`)
    return this.#code.build('reading') as ReadObject
  }

  endOf(fetched: FetchedObject): EndOfObject {
    for (const [index, { name, value }] of fetched.members.entries()) {
      this.#expect(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
      this.#value(value, fetched.typename)
    }
    this.#end(fetched)
    this.#code.add(`return at`)
    return this.#code.build('bytes, view, counts, at') as EndOfObject
  }

  #end({ members }: FetchedObject): void {
    this.#expect(members.length === 0 ? '{}' : '}')
  }

  /** What the object has of it. */
  #member({ typename, members }: FetchedObject, index: number, member: FetchedMember): string[] {
    const { name, run, isNeeded, value } = member
    const made: string[] = []
    this.#expect(index === 0 ? '{' : ',')
    const isFirst = run !== undefined && members[index - 1]?.run !== run
    if (isFirst) this.#code.add(`const ${runStart(index)} = at`)
    this.#expect(`${JSON.stringify(name)}:`)
    const from = this.#code.variable('from')
    if (isNeeded) this.#code.add(`const ${from} = at`)
    const opened = this.#value(value, typename)
    if (opened !== undefined) made.push(`${JSON.stringify(name)}: ${opened}`)
    else if (isNeeded) made.push(`${JSON.stringify(name)}: ${this.#needed(from)}`)
    if (run !== undefined && members[index + 1]?.run !== run) {
      const first = members.findIndex((one) => one.run === run)
      const taken = this.#code.variable('run')
      this.#code.add(`const ${taken} = text.slice(${runStart(first)}, at)`)
      made.push(`${JSON.stringify(run)}: ${taken}`)
    }
    return made
  }

  /** The variable that has the value of the text from a place to this one. */
  #needed(from: string): string {
    const value = this.#code.variable('value')
    this.#code.add(`const ${value} = ${this.#code.constant(valueAt)}(text, ${from}, at)`)
    return value
  }

  /** The variable that has the objects, if it is open. */
  #value(value: FetchedValue, typename: string): string | undefined {
    switch (value.kind) {
      case 'typename':
        this.#expect(JSON.stringify(typename))
        return undefined
      case 'any':
        this.#endBy(endOfJson)
        return undefined
      case 'leaf':
        this.#typed(value.type, (type) => this.#endBy(endOfLeaf(type)))
        return undefined
      case 'text':
        this.#text(value)
        return undefined
      case 'open':
        return this.#open(value)
    }
  }

  #text({ type, object, counter }: TextValue): void {
    const endOf = this.#code.constant(compileEndOfObject(object))
    this.#typed(
      type,
      () =>
        this.#code.add(
          `counts[${counter}] += 1`,
          `at = ${endOf}(bytes, view, counts, at)`,
          `if (at < 0) ${this.#mismatch}`,
        ),
      `counts[${counter + 1}] += 1`,
    )
  }

  #open({ type, object }: Extract<FetchedValue, { kind: 'open' }>): string {
    const read = this.#code.constant(compileReadObject(object))
    return this.#opened(type, read)
  }

  /** As `#typed`, with the objects in a variable. */
  #opened(type: GraphQLOutputType, read: string): string {
    const made = this.#code.variable('made')
    this.#code.add(`let ${made} = null`)
    this.#orNull(type, '', () => {
      const nullable = getNullableType(type)
      if (isListType(nullable)) {
        this.#code.add(`${made} = []`)
        this.#list(() => this.#code.add(`${made}.push(${this.#opened(nullable.ofType, read)})`))
      } else
        this.#code.add(
          `reading.at = at`,
          `${made} = ${read}(reading)`,
          `if (${made} === undefined) ${this.#mismatch}`,
          `at = reading.at`,
        )
    })
    return made
  }

  /** A value of a type, by what goes over one of its innermost. */
  #typed(type: GraphQLOutputType, inner: (type: GraphQLNamedType) => void, onNull = ''): void {
    this.#orNull(type, onNull, () => {
      const nullable = getNullableType(type)
      if (isListType(nullable)) this.#list(() => this.#typed(nullable.ofType, inner, onNull))
      else inner(nullable as GraphQLNamedType)
    })
  }

  #orNull(type: GraphQLOutputType, onNull: string, present: () => void): void {
    if (isNonNullType(type)) return present()
    this.#code.add(`if (bytes[at] === ${LETTER_N}) {`)
    this.#expect('null')
    this.#code.add(onNull, '} else {')
    present()
    this.#code.add('}')
  }

  #list(element: () => void): void {
    const after = this.#code.variable('after')
    this.#code.add(
      `if (bytes[at] !== ${BRACKET}) ${this.#mismatch}`,
      `at += 1`,
      `if (bytes[at] === ${BRACKET_END}) at += 1`,
      `else for (;;) {`,
    )
    element()
    this.#code.add(
      `const ${after} = bytes[at]`,
      `at += 1`,
      `if (${after} === ${BRACKET_END}) break`,
      `if (${after} !== ${COMMA}) ${this.#mismatch}`,
      `}`,
    )
  }

  #endBy(endOf: EndOf): void {
    this.#code.add(
      `at = ${this.#code.constant(endOf)}(bytes, at, view)`,
      `if (at < 0) ${this.#mismatch}`,
    )
  }

  #expect(text: string): void {
    this.#code.add(`if (${differs(text)}) ${this.#mismatch}`, `at += ${text.length}`)
  }
}

const runStart = (index: number): string => `start${index}`

/** Whether the bytes at a place are others than those of a text, which is ASCII. */
function differs(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const words: string[] = []
  let index = 0
  for (; index + 4 <= bytes.length; index += 4)
    words.push(`view.getInt32(at + ${index}, true) !== ${bytes.readInt32LE(index)}`)
  for (; index < bytes.length; index += 1)
    words.push(`bytes[at + ${index}] !== ${bytes[index] ?? 0}`)
  return words.join(' || ')
}

/** Most keys are numbers, or ids that JSON writes as they are. */
const PLAIN = /^"[\w.:-]*"$/

const [MINUS, ZERO, NINE] = [0x2d, 0x30, 0x39]

function isDigitOrMinus(character: number): boolean {
  return (character >= ZERO && character <= NINE) || character === MINUS
}

/** The value of a text that is known to be JSON. */
function valueAt(text: string, from: number, to: number): unknown {
  const json = text.slice(from, to)
  if (isDigitOrMinus(text.charCodeAt(from))) return Number(json)
  if (PLAIN.test(json)) return json.slice(1, -1)
  return JSON.parse(Buffer.from(json, 'latin1').toString('utf8'))
}
