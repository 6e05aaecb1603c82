import { scanTokens } from './document-tokens.ts'
import type { DocumentLimits } from './document-limits.ts'

/** To count the tokens of a longer text takes up to 25 ms, in which no other request is served. */
const COUNTED_CHARACTERS_MAX = 20_000
const CHARACTERS_PER_POINT = 4

/** The price of checking a document: a point for each token, which takes 5 to 20 µs of CPU. */
export function documentPoints(
  text: string,
  { queryTokensMax: tokensMax, queryCharactersMax }: DocumentLimits,
): number {
  if (text.length > queryCharactersMax) return 0
  // One with more tokens is refused before it is parsed.
  if (text.length > COUNTED_CHARACTERS_MAX)
    return Math.min(tokensMax, Math.ceil(text.length / CHARACTERS_PER_POINT))
  return scanTokens(text, { tokensMax, nestingMax: Number.POSITIVE_INFINITY }).tokens
}
