import { getNullableType, isListType, isNonNullType } from 'graphql'
import type { GraphQLNamedType, GraphQLOutputType } from 'graphql'
import { Code } from '../code.ts'
import type { BytesOfText } from './bytes-of-text.ts'
import { endOfJson, MISMATCH } from './json-text.ts'
import { recordLayout } from './layout.ts'
import type { FetchedMember, FetchedObject, FetchedValue, TextValue } from './layout.ts'
import { endOfLeaf } from './leaf-text.ts'
import type { EndOf } from './leaf-text.ts'
import { NONE } from './tape.ts'
import type { Tape } from './tape.ts'

/** What readers of one execution share. */
export interface ReadState {
  readonly tape: Tape
  /** Counts of the objects that the client gets as text. */
  readonly counts: number[]
  /** Records of objects for which fetches of entities are sent, by the number of their place. */
  readonly found: readonly number[][]
}

/** A response, and how far it is read. */
export interface Reading extends BytesOfText, ReadState {
  readonly length: number
  at: number
}

/** @returns the object's record; NONE for an unexpected value */
type ReadObject = (reading: Reading) => number
/** The end of an object that the client gets as text. */
type EndOfObject = (bytes: Buffer, view: DataView, counts: number[], at: number) => number

export interface ObjectReader {
  read: ReadObject
}

/** Compiled for the first object. */
export function lazyObjectReader(fetched: FetchedObject): ObjectReader {
  const lazy: ObjectReader = {
    read(own) {
      lazy.read = new ReaderCode(`return ${NONE}`).object(fetched)
      return lazy.read(own)
    },
  }
  return lazy
}

interface ObjectEnd {
  endOf: EndOfObject
}

function lazyObjectEnd(fetched: FetchedObject): ObjectEnd {
  const lazy: ObjectEnd = {
    endOf(bytes, view, counts, at) {
      lazy.endOf = new ReaderCode(`return ${MISMATCH}`).endOf(fetched)
      return lazy.endOf(bytes, view, counts, at)
    },
  }
  return lazy
}

const [COMMA, BRACKET, BRACKET_END, LETTER_N] = [0x2c, 0x5b, 0x5d, 0x6e]

/** Code that scans the members of an object in the order in which a subgraph has to respond with them. */
class ReaderCode {
  readonly #code = new Code()
  readonly #mismatch: string

  /** @param mismatch the statement for an unexpected value */
  constructor(mismatch: string) {
    this.#mismatch = mismatch
  }

  object(fetched: FetchedObject): ReadObject {
    const layout = recordLayout(fetched)
    this.#code.add(
      `const { bytes, view, counts, tape } = reading`,
      `let at = reading.at`,
      `const record = tape.reserve(${layout.size})`,
    )
    for (const [index, member] of fetched.members.entries()) this.#member(fetched, index, member)
    this.#end(fetched)
    for (const fetch of fetched.entities) this.#set(layout.entity(fetch), String(NONE))
    for (const name of fetched.reused) this.#set(layout.reused(name), String(NONE))
    if (fetched.found !== undefined) this.#code.add(`reading.found[${fetched.found}].push(record)`)
    this.#code.add(`reading.at = at`, `return record`)
    return this.#code.build('reading') as ReadObject
  }

  /** Another read may have moved the numbers: they are looked up each time. */
  #set(offset: number, value: string): void {
    this.#code.add(`tape.ints[record + ${offset}] = ${value}`)
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

  #member(fetched: FetchedObject, index: number, member: FetchedMember): void {
    const { typename, members } = fetched
    const { name, run, isNeeded, value } = member
    const layout = recordLayout(fetched)
    this.#expect(index === 0 ? '{' : ',')
    const isFirst = run !== undefined && members[index - 1]?.run !== run
    if (isFirst) this.#set(layout.run(run), 'at')
    this.#expect(`${JSON.stringify(name)}:`)
    if (isNeeded) this.#set(layout.needed(name), 'at')
    const opened = this.#value(value, typename)
    if (opened !== undefined) this.#set(layout.opened(name), opened)
    if (isNeeded) this.#set(layout.needed(name) + 1, 'at')
    if (run !== undefined && members[index + 1]?.run !== run) this.#set(layout.run(run) + 1, 'at')
  }

  /** The variable that has the record of an open one. */
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
    const endOf = `${this.#code.constant(lazyObjectEnd(object))}.endOf`
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
    const read = `${this.#code.constant(lazyObjectReader(object))}.read`
    return this.#opened(type, read)
  }

  /** As `#typed`, with the record in a variable. */
  #opened(type: GraphQLOutputType, read: string): string {
    const made = this.#code.variable('made')
    this.#code.add(`let ${made} = ${NONE}`)
    this.#orNull(type, '', () => {
      const nullable = getNullableType(type)
      if (isListType(nullable)) {
        const list = this.#code.variable('list')
        this.#code.add(`const ${list} = tape.openList()`)
        this.#list(() => this.#code.add(`tape.add(${this.#opened(nullable.ofType, read)})`))
        this.#code.add(`${made} = tape.closeList(${list})`)
      } else
        this.#code.add(
          `reading.at = at`,
          `${made} = ${read}(reading)`,
          `if (${made} === ${NONE}) ${this.#mismatch}`,
          `at = reading.at`,
        )
    })
    return made
  }

  /** A value of a type, by the code that scans one of its innermost values. */
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
