import { isLongerThan, shortened } from '@takeoff/contracts/character-count'

const LENGTH_MAX = 500

/** A provider's text as one line that can be stored and shown; text for people only may be cut. */
export function providerText(text: string, lengthMax = LENGTH_MAX): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  return isLongerThan(line, lengthMax) ? shortened(line, lengthMax - 1) : line
}
