import { getNullableType, isListType, isNonNullType } from 'graphql'
import type { GraphQLNamedType, GraphQLOutputType } from 'graphql'
import { Code } from '../code.ts'
import type { BytesOfText } from './bytes-of-text.ts'
import { endOfJson, MISMATCH } from './json-text.ts'
import { recordLayout } from './layout.ts'
import type { FetchedMember, FetchedObject, FetchedValue, TextValue } from './layout.ts'
import { endOfLeaf } from './leaf-text.ts'
import type { ScanLeaf } from './leaf-text.ts'
import { NONE } from './tape.ts'
import type { Tape } from './tape.ts'

/** State that all readers of one execution share. */
export interface ReadState {
  readonly tape: Tape
  /** Objects and nulls of each field of the client's response, by `Counter`. */
  readonly counts: number[]
  /** Records whose entities are fetched later: a list for each place, at the index `FetchedObject.recordList`. */
  readonly recordLists: readonly number[][]
}

/** A response while it is read. */
export interface Reading extends BytesOfText, ReadState {
  /** Bytes of the response, without the zeros after it. */
  readonly length: number
  /** Offset of the next byte. */
  at: number
}

/** @returns the object's record; NONE for an unexpected value */
type ReadObject = (reading: Reading) => number
/** Scans an object that is copied as text. @returns the offset of its end; MISMATCH for an unexpected value */
type ScanObject = (bytes: Buffer, view: DataView, counts: number[], at: number) => number

export interface ObjectReader {
  read: ReadObject
}

/** Its code is generated at the first object, because many responses contain none of the kind. */
export function lazyObjectReader(fetched: FetchedObject): ObjectReader {
  const lazy: ObjectReader = {
    read(reading) {
      lazy.read = new ReaderCode(`return ${NONE}`).compileReader(fetched)
      return lazy.read(reading)
    },
  }
  return lazy
}

interface ObjectScanner {
  scan: ScanObject
}

function lazyObjectScanner(fetched: FetchedObject): ObjectScanner {
  const lazy: ObjectScanner = {
    scan(bytes, view, counts, at) {
      lazy.scan = new ReaderCode(`return ${MISMATCH}`).compileScanner(fetched)
      return lazy.scan(bytes, view, counts, at)
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

  compileReader(fetched: FetchedObject): ReadObject {
    const layout = recordLayout(fetched)
    this.#code.add(
      `const { bytes, view, counts, tape } = reading`,
      `let at = reading.at`,
      `const record = tape.reserve(${layout.size})`,
    )
    for (const [index, member] of fetched.members.entries()) this.#member(fetched, index, member)
    this.#closingBrace(fetched)
    for (const fetch of fetched.entities) this.#set(layout.entity(fetch), String(NONE))
    for (const name of fetched.reused) this.#set(layout.reused(name), String(NONE))
    if (fetched.recordList !== undefined)
      this.#code.add(`reading.recordLists[${fetched.recordList}].push(record)`)
    this.#code.add(`reading.at = at`, `return record`)
    return this.#code.build('reading') as ReadObject
  }

  /** Generated code never keeps `tape.ints` in a variable: a nested read may replace it, to make room. */
  #set(offset: number, value: string): void {
    this.#code.add(`tape.ints[record + ${offset}] = ${value}`)
  }

  compileScanner(fetched: FetchedObject): ScanObject {
    for (const [index, { name, value }] of fetched.members.entries()) {
      this.#expect(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
      this.#value(value, fetched.typename)
    }
    this.#closingBrace(fetched)
    this.#code.add(`return at`)
    return this.#code.build('bytes, view, counts, at') as ScanObject
  }

  #closingBrace({ members }: FetchedObject): void {
    this.#expect(members.length === 0 ? '{}' : '}')
  }

  #member(fetched: FetchedObject, index: number, member: FetchedMember): void {
    const { typename, members } = fetched
    const { name, run, isNeeded, value } = member
    const layout = recordLayout(fetched)
    this.#expect(index === 0 ? '{' : ',')
    const startsRun = run !== undefined && members[index - 1]?.run !== run
    if (startsRun) this.#set(layout.run(run), 'at')
    this.#expect(`${JSON.stringify(name)}:`)
    if (isNeeded) this.#set(layout.needed(name), 'at')
    const record = this.#value(value, typename)
    if (record !== undefined) this.#set(layout.opened(name), record)
    if (isNeeded) this.#set(layout.needed(name) + 1, 'at')
    const endsRun = run !== undefined && members[index + 1]?.run !== run
    if (endsRun) this.#set(layout.run(run) + 1, 'at')
  }

  /** Adds code that scans a value. @returns the generated variable with the record of an open value */
  #value(value: FetchedValue, typename: string): string | undefined {
    switch (value.kind) {
      case 'typename':
        this.#expect(JSON.stringify(typename))
        return undefined
      case 'any':
        this.#scanWith(endOfJson)
        return undefined
      case 'leaf':
        this.#typed(value.type, (type) => this.#scanWith(endOfLeaf(type)))
        return undefined
      case 'text':
        this.#text(value)
        return undefined
      case 'open':
        return this.#readOpen(value)
    }
  }

  #text({ type, object, counter }: TextValue): void {
    const scan = `${this.#code.constant(lazyObjectScanner(object))}.scan`
    this.#typed(
      type,
      () =>
        this.#code.add(
          `counts[${counter}] += 1`,
          `at = ${scan}(bytes, view, counts, at)`,
          `if (at < 0) ${this.#mismatch}`,
        ),
      // The number after that of the objects is that of the nulls.
      `counts[${counter + 1}] += 1`,
    )
  }

  #readOpen({ type, object }: Extract<FetchedValue, { kind: 'open' }>): string {
    const read = `${this.#code.constant(lazyObjectReader(object))}.read`
    return this.#readRecord(type, read)
  }

  /** Adds code that reads an object or lists of objects. @returns the generated variable with their record, NONE for null */
  #readRecord(type: GraphQLOutputType, read: string): string {
    const record = this.#code.variable('record')
    this.#code.add(`let ${record} = ${NONE}`)
    this.#orNull(type, '', () => {
      const nullable = getNullableType(type)
      if (isListType(nullable)) {
        const list = this.#code.variable('list')
        this.#code.add(`const ${list} = tape.openList()`)
        this.#list(() => this.#code.add(`tape.add(${this.#readRecord(nullable.ofType, read)})`))
        this.#code.add(`${record} = tape.closeList(${list})`)
      } else
        this.#code.add(
          `reading.at = at`,
          `${record} = ${read}(reading)`,
          `if (${record} === ${NONE}) ${this.#mismatch}`,
          `at = reading.at`,
        )
    })
    return record
  }

  /** Adds code that scans a value, which may be null or a list; `inner` adds that for an element which is neither. */
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

  #scanWith(scan: ScanLeaf): void {
    this.#code.add(
      `at = ${this.#code.constant(scan)}(bytes, at, view)`,
      `if (at < 0) ${this.#mismatch}`,
    )
  }

  #expect(text: string): void {
    this.#code.add(`if (${differs(text)}) ${this.#mismatch}`, `at += ${text.length}`)
  }
}

/** The generated condition that the bytes at `at` differ from `text`, which is ASCII. */
function differs(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const comparisons: string[] = []
  let index = 0
  for (; index + 4 <= bytes.length; index += 4)
    comparisons.push(`view.getInt32(at + ${index}, true) !== ${bytes.readInt32LE(index)}`)
  for (; index < bytes.length; index += 1)
    comparisons.push(`bytes[at + ${index}] !== ${bytes[index] ?? 0}`)
  return comparisons.join(' || ')
}
