import { BadUserInputError } from './errors.ts'

/**
 * A word of a closed set; undefined for none.
 * @throws BadUserInputError with the known words
 */
export function knownWord<Word extends string>(
  argument: string,
  word: string | null | undefined,
  known: readonly Word[],
): Word | undefined {
  if (word === null || word === undefined) return undefined
  const found = known.find((one) => one === word)
  if (found !== undefined) return found
  throw new BadUserInputError(`${argument} must be one of ${known.join(', ')}.`, argument)
}
