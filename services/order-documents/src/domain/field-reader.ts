import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { Optional } from '@takeoff/kit/values/optional'
import { shortLineReason, shortNotesReason } from './text-reason.ts'

/** Checks only the format: only sending shows whether mail arrives. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** The fields that were read from an input; usable when there are no violations. */
export interface CheckedInput<Values> {
  readonly values: Values
  readonly violations: readonly InputViolation[]
}

/**
 * Reads the fields of an input object one by one and collects their violations. An omitted field is
 * undefined; one that is null or blank is null. Surrounding spaces of texts are removed.
 */
export interface FieldReader {
  readonly violations: readonly InputViolation[]
  /** One line, which must not be null or blank. */
  name(field: string, value: Optional<string>, lengthMax: number): string | undefined
  /** One line. */
  line(field: string, value: Optional<string>, lengthMax: number): Optional<string>
  email(field: string, value: Optional<string>, lengthMax: number): Optional<string>
  /** Text that may have several lines. */
  notes(field: string, value: Optional<string>, lengthMax: number): Optional<string>
  /** One of the known words, in any case; a blank one is unknown. */
  word<Word extends string>(
    field: string,
    value: Optional<string>,
    known: readonly Word[],
  ): Optional<Word>
  /** Several lines; blank ones are left out. */
  lines(
    field: string,
    value: Optional<readonly string[]>,
    limits: LinesLimits,
  ): string[] | undefined
  /** Adds a violation that only the caller of the reader can detect. */
  violation(field: string, reason: string): void
}

export interface LinesLimits {
  readonly linesMax: number
  readonly lengthMax: number
}

/** @param argument the input object, which the paths of the violations begin with */
export function createFieldReader(argument: string): FieldReader {
  const violations: InputViolation[] = []
  const violation = (field: string, reason: string): void => {
    const path = `${argument}.${field}`
    violations.push({ argument: path, message: `${path} ${reason}.` })
  }
  const textReader =
    (reasonOf: typeof shortLineReason): FieldReader['line'] =>
    (field, value, lengthMax) => {
      if (value === undefined) return undefined
      const text = value?.trim() ?? ''
      const reason = reasonOf(text, lengthMax)
      if (reason !== undefined) violation(field, reason)
      return text === '' || reason !== undefined ? null : text
    }
  const line = textReader(shortLineReason)
  return {
    violations,
    violation,
    line,
    notes: textReader(shortNotesReason),
    email(field, value, lengthMax) {
      const text = line(field, value, lengthMax)
      if (typeof text === 'string' && !EMAIL.test(text))
        violation(field, 'must be an email address')
      return text
    },
    name(field, value, lengthMax) {
      if (value !== undefined && (value?.trim() ?? '') === '') violation(field, 'must not be blank')
      return line(field, value, lengthMax) ?? undefined
    },
    word(field, value, known) {
      if (typeof value !== 'string') return value
      const given = value.trim().toLowerCase()
      const word = known.find((other) => other.toLowerCase() === given)
      if (word === undefined) violation(field, `must be one of ${known.join(', ')}`)
      return word
    },
    lines(field, value, { linesMax, lengthMax }) {
      if (value === undefined) return undefined
      const given = value ?? []
      const count = given.filter((text) => text.trim() !== '').length
      if (count > linesMax) {
        violation(field, `must have at most ${linesMax} lines; it has ${count}`)
        return []
      }
      const read = given.map((text, index) => line(`${field}[${index}]`, text, lengthMax))
      return read.filter((text) => typeof text === 'string')
    },
  }
}

/** The fields that were given. */
export function definedOnly<Values extends object>(values: {
  readonly [K in keyof Values]: Values[K] | undefined
}): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Values
}
