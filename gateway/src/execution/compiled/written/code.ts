/** The body of a generated function, and what it knows from outside. */
export class Code {
  readonly lines: string[] = []
  readonly #constants: unknown[] = []
  #count = 0

  add(...lines: string[]): void {
    this.lines.push(...lines)
  }

  /** A name that nothing else has. */
  variable(prefix: string): string {
    return `${prefix}${(this.#count += 1)}`
  }

  /** The expression of a value from outside. */
  constant(value: unknown): string {
    return `constants[${this.#constants.push(value) - 1}]`
  }

  /** @param parameters of the function, joined by commas */
  build(parameters: string): (...given: never[]) => unknown {
    const body = [`'use strict'`, `return function generated(${parameters}) {`, ...this.lines, '}']
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- names in it are those of a schema and of a parsed document
    const make = new Function('constants', body.join('\n')) as (
      constants: readonly unknown[],
    ) => (...given: never[]) => unknown
    return make(this.#constants)
  }
}
