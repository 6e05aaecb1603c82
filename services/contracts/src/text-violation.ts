import { characterCount, isLongerThan } from './character-count.ts'

/** A violation and the argument that has it. */
export interface InputViolation {
  readonly argument: string
  readonly message: string
}

/** The reason why a text may not be stored, as a predicate that follows the text's name. */
export type TextRule = (text: string) => string | undefined

/** The rule of names, keys and units: a line break or an escape sequence in one would reach files and terminals. */
export const lineReason: TextRule = (text) =>
  /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || !text.isWellFormed()
    ? 'must be one line of printable characters'
    : undefined

/** The rule of notes and searches, which may also have line breaks and tabs. */
export const multilineReason: TextRule = (text) =>
  /[^\P{Cc}\n\r\t]/u.test(text) || !text.isWellFormed() ? 'must be printable characters' : undefined

/** The rule of documents of other programs: the database stores them unchanged. */
export const storableReason: TextRule = (text) => {
  // PostgreSQL stores every character except this one.
  if (text.includes('\0')) return 'must not hold a NUL character'
  // Text columns would turn it into another character, and jsonb refuses it.
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair'
}

/** Checks a text of one line; the caller checks undefined and null. */
export function lineViolation(
  argument: string,
  value: string | null | undefined,
  lengthMax: number,
): InputViolation | undefined {
  return textViolation(argument, value, { rule: lineReason, lengthMax })
}

/** Checks a text that may have several lines; the caller checks undefined and null. */
export function multilineViolation(
  argument: string,
  value: string | null | undefined,
  lengthMax: number,
): InputViolation | undefined {
  return textViolation(argument, value, { rule: multilineReason, lengthMax })
}

/** Rejects a text that is empty or only whitespace. */
export function blankViolation(
  argument: string,
  value: string | null | undefined,
): InputViolation | undefined {
  return value?.trim() === '' ? { argument, message: `${argument} must not be blank.` } : undefined
}

function textViolation(
  argument: string,
  value: string | null | undefined,
  { rule, lengthMax }: { readonly rule: TextRule; readonly lengthMax: number },
): InputViolation | undefined {
  if (value === null || value === undefined) return undefined
  if (isLongerThan(value, lengthMax)) {
    return {
      argument,
      message: `${argument} must have at most ${lengthMax} characters; it has ${characterCount(value)}.`,
    }
  }
  const reason = rule(value)
  return reason === undefined ? undefined : { argument, message: `${argument} ${reason}.` }
}
