import { isLongerThan } from '@takeoff/contracts/character-count'
import { lineReason, multilineReason } from '@takeoff/contracts/text-violation'

/** Why a text is not one line of at most `lengthMax` characters, without its name; undefined when it is. */
export function lineViolation(text: string, lengthMax: number): string | undefined {
  return lineReason(text) ?? lengthViolation(text, lengthMax)
}

/** The same for notes, which may have several lines. */
export function notesViolation(text: string, lengthMax: number): string | undefined {
  return multilineReason(text) ?? lengthViolation(text, lengthMax)
}

function lengthViolation(text: string, lengthMax: number): string | undefined {
  return isLongerThan(text, lengthMax) ? `must have at most ${lengthMax} characters` : undefined
}
