import { characterCount, isLongerThan } from './character-count.ts'

/** A violation and the argument that has it. */
export interface InputViolation {
  readonly argument: string
  readonly message: string
}

/** Checks that the database stores a text unchanged; the caller checks undefined and null. */
export function textViolation(
  argument: string,
  value: string | null | undefined,
  lengthMax: number,
): InputViolation | undefined {
  if (value === null || value === undefined) return undefined
  if (isLongerThan(value, lengthMax)) {
    return {
      argument,
      message: `${argument} has ${characterCount(value)} characters; ${lengthMax} are allowed.`,
    }
  }
  const reason = textViolationReason(value)
  return reason === undefined ? undefined : { argument, message: `${argument} ${reason}.` }
}

/** The reason why the database would not store a text unchanged, as a predicate that follows the text's name. */
export function textViolationReason(text: string): string | undefined {
  // PostgreSQL stores every character except this one.
  if (text.includes('\0')) return 'must not hold a NUL character'
  // Text columns would turn it into another character, and jsonb refuses it.
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair'
}

/** Rejects a text that is empty or only whitespace. */
export function blankViolation(
  argument: string,
  value: string | null | undefined,
): InputViolation | undefined {
  return value?.trim() === '' ? { argument, message: `${argument} must not be blank.` } : undefined
}
