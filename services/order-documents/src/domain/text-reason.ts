import { isLongerThan } from '@takeoff/contracts/character-count'
import { lineReason, multilineReason } from '@takeoff/contracts/text-violation'

/** Why a text is not one line of at most `lengthMax` characters, without its name; undefined when it is. */
export function shortLineReason(text: string, lengthMax: number): string | undefined {
  return lineReason(text) ?? lengthReason(text, lengthMax)
}

/** The same for notes, which may have several lines. */
export function shortNotesReason(text: string, lengthMax: number): string | undefined {
  return multilineReason(text) ?? lengthReason(text, lengthMax)
}

function lengthReason(text: string, lengthMax: number): string | undefined {
  return isLongerThan(text, lengthMax) ? `must have at most ${lengthMax} characters` : undefined
}
