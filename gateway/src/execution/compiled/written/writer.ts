import { getNullableType, isListType, isNonNullType } from 'graphql'
import type { GraphQLOutputType } from 'graphql'
import type { OpenPiece, Place } from './blueprint.ts'
import { Code } from '../code.ts'

/**
 * Writes an object of the client's answer, of what readers have left of it.
 * @param counts its objects, and theirs, are counted here
 * @returns JSON text, a character for each byte; undefined when something is missing
 */
export type Writer = (gathered: unknown, counts: number[]) => string | undefined

/** Compiled when the first object comes. */
export function compileWriter(place: Place): Writer {
  let write: Writer | undefined
  return (gathered, counts) => (write ??= new WriterCode().object(place))(gathered, counts)
}

const MISSING = 'return undefined'

class WriterCode {
  readonly #code = new Code()

  object({ pieces }: Place): Writer {
    this.#code.add(`let json = ''`)
    for (const [index, piece] of pieces.entries()) {
      const before = index === 0 ? '{' : ','
      if (piece.kind === 'open') this.#open(piece, before)
      else if (piece.kind === 'run') this.#run(piece.run, before)
      else this.#code.add(`json += ${JSON.stringify(before + piece.text)}`)
    }
    this.#code.add(`return json + ${pieces.length === 0 ? `'{}'` : `'}'`}`)
    return this.#code.build('gathered, counts') as Writer
  }

  #run(run: string, before: string): void {
    const text = this.#code.variable('text')
    this.#code.add(
      `const ${text} = gathered[${JSON.stringify(run)}]`,
      `if (${text} === undefined) ${MISSING}`,
      `json += ${JSON.stringify(before)} + ${text}`,
    )
  }

  #open({ name, type, place, counter }: OpenPiece, before: string): void {
    const value = this.#code.variable('value')
    this.#code.add(
      `json += ${JSON.stringify(`${before}${JSON.stringify(name)}:`)}`,
      `const ${value} = gathered[${JSON.stringify(name)}]`,
    )
    this.#value(type, value, { write: this.#code.constant(compileWriter(place)), counter })
  }

  #value(
    type: GraphQLOutputType,
    value: string,
    objects: { readonly write: string; readonly counter: number },
  ): void {
    const { write, counter } = objects
    const nullable = getNullableType(type)
    this.#code.add(
      `if (${value} === undefined) ${MISSING}`,
      `if (${value} === null) {`,
      isNonNullType(type) ? MISSING : `json += 'null'; counts[${counter + 1}] += 1`,
      `} else {`,
    )
    if (isListType(nullable)) {
      const index = this.#code.variable('index')
      const element = this.#code.variable('element')
      this.#code.add(
        `json += '['`,
        `for (let ${index} = 0; ${index} < ${value}.length; ${index} += 1) {`,
        `if (${index} > 0) json += ','`,
        `const ${element} = ${value}[${index}]`,
      )
      this.#value(nullable.ofType, element, objects)
      this.#code.add('}', `json += ']'`)
    } else {
      const text = this.#code.variable('text')
      this.#code.add(
        `counts[${counter}] += 1`,
        `const ${text} = ${write}(${value}, counts)`,
        `if (${text} === undefined) ${MISSING}`,
        `json += ${text}`,
      )
    }
    this.#code.add('}')
  }
}
