import { isLongerThan } from '@takeoff/contracts/character-count'
import { multilineReason } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from '@takeoff/kit/values/errors'

const SEARCH_LENGTH_MAX = 200

/** @throws BadUserInputError for a search that is too long or has characters that no text has */
export function requireSearch(search: string | null | undefined): void {
  if (typeof search !== 'string') return
  if (isLongerThan(search, SEARCH_LENGTH_MAX)) {
    throw new BadUserInputError(
      `search must have at most ${SEARCH_LENGTH_MAX} characters.`,
      'search',
    )
  }
  const reason = multilineReason(search)
  if (reason !== undefined) throw new BadUserInputError(`search ${reason}.`, 'search')
}
