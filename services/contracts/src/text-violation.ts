import { characterCount, isLongerThan } from './character-count.ts'

/** What is wrong with an argument, and with which. */
export interface InputViolation {
  readonly argument: string
  readonly message: string
}

/** Text that the database keeps whole; undefined and null are for the caller to judge. */
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
  const reason = unkeptTextReason(value)
  return reason === undefined ? undefined : { argument, message: `${argument} ${reason}.` }
}

/** Why the database would not keep a text as it is; reads on after the name of what holds it. */
export function unkeptTextReason(text: string): string | undefined {
  // PostgreSQL stores every character but this one.
  if (text.includes('\0')) return 'must not hold a NUL character'
  // Text columns would turn it into another character, and jsonb refuses it.
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair'
}

/** Text of spaces alone, or none. */
export function blankViolation(
  argument: string,
  value: string | null | undefined,
): InputViolation | undefined {
  return value?.trim() === '' ? { argument, message: `${argument} must not be blank.` } : undefined
}
