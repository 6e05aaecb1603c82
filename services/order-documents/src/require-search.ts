import { multilineViolation } from '@takeoff/contracts/text-violation'
import { requireNoViolation } from '@takeoff/kit/values/violations'

const SEARCH_LENGTH_MAX = 200

/** @throws BadUserInputError for a search that is too long or has characters that no text has */
export function requireSearch(search: string | null | undefined): void {
  requireNoViolation(multilineViolation('search', search, SEARCH_LENGTH_MAX))
}
