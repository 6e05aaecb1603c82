import { BadUserInputError } from '@takeoff/kit/values/errors'
import { ITEMS_PER_RESPONSE_MAX } from '../domain/limits.ts'

/** Row limit of statements that read items of lists: one more than a response may contain, so that too many are noticed. */
export const ROWS_LIMIT = ITEMS_PER_RESPONSE_MAX + 1

interface RequestedItems {
  /** The field that requests them. */
  readonly argument: string
  /** What the caller can ask for instead. */
  readonly advice: string
  readonly noun?: string
}

/** @throws BadUserInputError when they are more than one response may contain */
export function requireItemsWithinLimit(
  rows: readonly unknown[],
  { argument, advice, noun = 'items' }: RequestedItems,
): void {
  if (rows.length <= ITEMS_PER_RESPONSE_MAX) return
  throw new BadUserInputError(
    `The requested lists have more than ${ITEMS_PER_RESPONSE_MAX} ${noun} together. Request ${advice}.`,
    argument,
  )
}
