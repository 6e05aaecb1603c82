/** A function as generated code: its body, line by line, and the outer values that it uses. */
export class Code {
  readonly #lines: string[] = []
  readonly #named: Readonly<Record<string, unknown>>
  readonly #constants: unknown[] = []
  #count = 0

  /** @param named values that the lines reference by name */
  constructor(named: Readonly<Record<string, unknown>> = {}) {
    this.#named = named
  }

  add(...lines: string[]): void {
    this.#lines.push(...lines)
  }

  /** A name that nothing else has. */
  variable(prefix: string): string {
    return `${prefix}${(this.#count += 1)}`
  }

  /** The expression of another value from outside. */
  constant(value: unknown): string {
    return `constants[${this.#constants.push(value) - 1}]`
  }

  /** @param parameters of the function, joined by commas */
  build(parameters: string): (...given: never[]) => unknown {
    const body = [
      `'use strict'`,
      `const { ${Object.keys(this.#named).join(', ')} } = named`,
      `return function generated(${parameters}) {`,
      ...this.#lines,
      '}',
    ]
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- names in it are those of a schema and of a parsed document
    const make = new Function('named', 'constants', body.join('\n')) as (
      named: Readonly<Record<string, unknown>>,
      constants: readonly unknown[],
    ) => (...given: never[]) => unknown
    return make(this.#named, this.#constants)
  }
}
