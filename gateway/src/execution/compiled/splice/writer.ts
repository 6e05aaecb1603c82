import { getNullableType, isListType, isNonNullType } from 'graphql'
import type { GraphQLOutputType } from 'graphql'
import { Code } from '../code.ts'
import { recordLayout } from './layout.ts'
import type { OpenPiece, Place, Reuse, RunPiece, SourceRef } from './layout.ts'
import type { Output } from './output.ts'
import { FIRST, sourceObject } from './representation.ts'
import { NONE } from './tape.ts'

/** State that all writers of one execution share. */
export interface WriteState {
  /** The records that readers have made. */
  readonly ints: Int32Array
  /** The responses, by number of the request. */
  readonly bodies: readonly (Buffer | undefined)[]
  readonly output: Output
  /** The objects and nulls of the client's response are counted here. */
  readonly counts: number[]
  /** Whether an entity is shown at several places, by number of the fetch. */
  readonly isShared: readonly boolean[]
  /** Texts that are written once for all places of an entity. */
  readonly reused: ReusedText[]
}

/** The location of reused text in the output. */
export interface ReusedText {
  readonly start: number
  readonly end: number
  /** The numbers that it adds to the counts of the places below. */
  readonly counts: readonly number[]
}

/**
 * Writes an object of the client's response from the records of its sources.
 * @returns false when a member is missing, or sources contradict each other: the output is unusable then
 */
export type Writer = (state: WriteState, ...records: number[]) => boolean

export interface LazyWriter {
  write: Writer
}

/** Compiled for the first object. */
export function lazyWriter(place: Place): LazyWriter {
  const lazy: LazyWriter = {
    write(state, ...records) {
      lazy.write = new WriterCode(place).object()
      return lazy.write(state, ...records)
    },
  }
  return lazy
}

const MISSING = 'return false'

class WriterCode {
  readonly #code = new Code({ addCounts, countsSince })
  readonly #place: Place
  /** Constant text that the next lines come after. */
  #pending = ''

  constructor(place: Place) {
    this.#place = place
  }

  object(): Writer {
    const { pieces, nested } = this.#place
    this.#code.add(`const { ints, bodies, counts, output } = state`)
    this.#text('{')
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.#text(',')
      if (piece.kind === 'open') this.#open(piece)
      else if (piece.kind === 'run') this.#run(piece)
      else this.#text(piece.text)
    }
    this.#text('}')
    this.#add('return true')
    const records = nested.map((_, index) => recordOf(index))
    return this.#code.build(['state', ...records].join(', ')) as Writer
  }

  #text(text: string): void {
    this.#pending += text
  }

  /** Adds lines that come after the text before them. */
  #add(...lines: string[]): void {
    if (this.#pending !== '') {
      const bytes = Buffer.from(this.#pending)
      this.#code.add(`output.write(${this.#code.constant(bytes)}, 0, ${bytes.length})`)
      this.#pending = ''
    }
    this.#code.add(...lines)
  }

  /** The variable that has the record of a source. */
  #record(source: SourceRef): string {
    if (source.kind === 'nested') return recordOf(source.index)
    const entity = this.#code.variable('entity')
    const slot = recordLayout(sourceObject(this.#place, FIRST)).entity(source.fetch)
    this.#add(
      `const ${entity} = ints[${recordOf(0)} + ${slot}]`,
      `if (${entity} === ${NONE}) ${MISSING}`,
    )
    return entity
  }

  #run({ source, run }: RunPiece): void {
    const record = this.#record(source)
    const object = sourceObject(this.#place, source)
    const offset = recordLayout(object).run(run)
    const [start, end] = [offset, offset + 1].map((one) => `ints[${record} + ${one}]`)
    this.#add(`output.write(bodies[${object.request}], ${start}, ${end})`)
  }

  #open(piece: OpenPiece): void {
    const { name, type, place, counter, owners, reuse } = piece
    this.#text(`${JSON.stringify(name)}:`)
    const write = `${this.#code.constant(lazyWriter(place))}.write`
    const records = owners.map((owner) => this.#record(owner))
    const add = (): void => {
      const values = owners.map((owner, index) => {
        const value = this.#code.variable('value')
        const offset = recordLayout(sourceObject(this.#place, owner)).opened(name)
        this.#add(`const ${value} = ints[${records[index]} + ${offset}]`)
        return value
      })
      this.#value(type, values, { write, counter })
    }
    const [owner] = owners
    if (reuse === undefined || owner === undefined) return add()
    const offset = recordLayout(sourceObject(this.#place, owner)).reused(name)
    this.#reused(`ints[${records[0]} + ${offset}]`, reuse, add)
  }

  /** Text that is written once is copied wherever the entity is shown again. */
  #reused(known: string, { fetch, counters: [from, to] }: Reuse, add: () => void): void {
    const [start, before] = ['start', 'before'].map((one) => this.#code.variable(one))
    this.#add(
      `if (${known} !== ${NONE}) {`,
      `output.repeat(state.reused[${known}].start, state.reused[${known}].end)`,
      `addCounts(counts, state.reused[${known}].counts, ${from})`,
      `} else {`,
      `const ${start} = output.length`,
      `const ${before} = state.isShared[${fetch}] ? counts.slice(${from}, ${to}) : undefined`,
    )
    add()
    this.#add(
      `if (${before} !== undefined) {`,
      `const added = countsSince(${before}, counts, ${from})`,
      `${known} = state.reused.push({ start: ${start}, end: output.length, counts: added }) - 1`,
      `}`,
      `}`,
    )
  }

  /** @param values the variables that have the records of an object or list, one for each source */
  #value(
    type: GraphQLOutputType,
    values: readonly string[],
    objects: { readonly write: string; readonly counter: number },
  ): void {
    const { write, counter } = objects
    const nullable = getNullableType(type)
    const [value = '', ...others] = values
    this.#add(
      `if (${value} === ${NONE}) {`,
      ...others.map((other) => `if (${other} !== ${NONE}) ${MISSING}`),
    )
    if (!isNonNullType(type)) this.#text('null')
    this.#add(
      isNonNullType(type) ? MISSING : `counts[${counter + 1}] += 1`,
      `} else {`,
      ...others.map((other) => `if (${other} === ${NONE}) ${MISSING}`),
    )
    if (isListType(nullable)) this.#list(nullable.ofType, values, objects)
    else {
      this.#add(`counts[${counter}] += 1`, `if (!${write}(state, ${values.join(', ')})) ${MISSING}`)
    }
    this.#add('}')
  }

  #list(
    type: GraphQLOutputType,
    values: readonly string[],
    objects: { readonly write: string; readonly counter: number },
  ): void {
    const [index, length] = ['index', 'length'].map((one) => this.#code.variable(one))
    const [value = '', ...others] = values
    this.#text('[')
    this.#add(
      `const ${length} = ints[${value}]`,
      ...others.map((other) => `if (ints[${other}] !== ${length}) ${MISSING}`),
      `for (let ${index} = 1; ${index} <= ${length}; ${index} += 1) {`,
      `if (${index} > 1) {`,
    )
    this.#text(',')
    this.#add('}')
    const elements = values.map((list) => {
      const element = this.#code.variable('element')
      this.#add(`const ${element} = ints[${list} + ${index}]`)
      return element
    })
    this.#value(type, elements, objects)
    this.#add('}')
    this.#text(']')
  }
}

function recordOf(index: number): string {
  return `record${index}`
}

function addCounts(counts: number[], added: readonly number[], from: number): void {
  for (let index = 0; index < added.length; index += 1)
    counts[from + index] = (counts[from + index] ?? 0) + (added[index] ?? 0)
}

function countsSince(before: readonly number[], counts: readonly number[], from: number): number[] {
  return before.map((count, index) => (counts[from + index] ?? 0) - count)
}
