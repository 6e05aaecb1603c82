import { BadUserInputError } from './errors.ts'

/**
 * A word of a closed set.
 * @throws BadUserInputError with the known words
 */
export function knownWord<Word extends string>(
  argument: string,
  word: string,
  known: readonly Word[],
): Word {
  const found = known.find((one) => one === word)
  if (found !== undefined) return found
  throw new BadUserInputError(`${argument} must be one of ${known.join(', ')}.`, argument)
}
