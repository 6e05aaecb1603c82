import { isLongerThan } from '@takeoff/contracts/character-count'

/** Why a text is not one line of at most `lengthMax` characters, without its name; undefined when it is. */
export function lineViolation(text: string, lengthMax: number): string | undefined {
  // Line breaks, NUL and lone surrogates would break the PDF, the CSV or the database row.
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()) {
    return 'must be one line of printable characters'
  }
  return lengthViolation(text, lengthMax)
}

/** The same for notes, which may have several lines. */
export function notesViolation(text: string, lengthMax: number): string | undefined {
  if (/[^\P{Cc}\n\r\t]/u.test(text) || !text.isWellFormed()) return 'must be printable characters'
  return lengthViolation(text, lengthMax)
}

function lengthViolation(text: string, lengthMax: number): string | undefined {
  return isLongerThan(text, lengthMax) ? `has at most ${lengthMax} characters` : undefined
}
