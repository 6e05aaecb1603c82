import { BadUserInputError } from '../values/errors.ts'
import { parseIntegerId } from '../values/ids.ts'
import { DateTime, dateTimeViolation } from '../graphql/scalars.ts'
import type { ExportFormat } from './export-format.ts'

/** The query string of an export's address, parsed. */
export type ExportQuery = Readonly<Record<string, string | string[] | undefined>>

/**
 * Reads the query string of an export. Unknown names are refused, because a misspelt updatedSince would
 * silently export everything.
 * @throws BadUserInputError naming the invalid parameter
 */
export class ExportParameters {
  readonly #query: ExportQuery

  constructor(query: ExportQuery, known: readonly string[]) {
    const unknown = Object.keys(query).find((name) => !known.includes(name))
    if (unknown !== undefined) {
      throw new BadUserInputError(
        `There is no parameter "${unknown}" here. Known are ${known.join(', ')}.`,
        unknown,
      )
    }
    this.#query = query
  }

  /** A required parameter. */
  id(name: string): number {
    const id = parseIntegerId(this.#text(name) ?? '')
    if (id !== undefined) return id
    throw new BadUserInputError(`${name} must be given and be an id, such as ${name}=1.`, name)
  }

  /** @param offered the allowed formats; the first is the default */
  format(offered: readonly [ExportFormat, ...ExportFormat[]]): ExportFormat {
    const text = this.#text('format') ?? offered[0]
    const format = offered.find((name) => name === text)
    if (format !== undefined) return format
    throw new BadUserInputError(`format must be ${offered.join(' or ')}.`, 'format')
  }

  /** The place of a record in a chain; 0, before the first one, by default. */
  sequence(name: string): number {
    const text = this.#text(name) ?? '0'
    if (/^\d{1,15}$/.test(text)) return Number(text)
    throw new BadUserInputError(
      `${name} must be the sequence of a record, such as ${name}=1.`,
      name,
    )
  }

  /** Milliseconds since 1970. */
  time(name: string): number | undefined {
    const text = this.#text(name)
    if (text === undefined) return undefined
    try {
      return DateTime.parseValue(text).getTime()
    } catch {
      throw new BadUserInputError(
        `${name}: ${dateTimeViolation(text)} A + in an address is written %2B.`,
        name,
      )
    }
  }

  #text(name: string): string | undefined {
    const value = this.#query[name]
    if (typeof value !== 'object') return value
    throw new BadUserInputError(`${name} must be given once.`, name)
  }
}
