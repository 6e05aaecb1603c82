import { isLongerThan } from '@takeoff/contracts/character-count'
import { lineReason, multilineReason } from '@takeoff/contracts/text-violation'
import type { TextRule } from '@takeoff/contracts/text-violation'
import { z } from 'zod'
import { Exact } from './exact.ts'
import type { NumberLimits } from './limits.ts'
import { normalizedUnit } from './templates/packaging.ts'

/** Validators of values that are checked when they are saved. The text of a violation follows the field's name. */
export const id = z.int().min(1).max(2_147_483_647)

/** Text of one line. */
export const line = (lengthMax: number) => text(lengthMax, lineReason)

/** Text that may have several lines. */
export const lines = (lengthMax: number) => text(lengthMax, multilineReason)

const word = z.string().trim().min(1, { error: 'must not be blank' })

/** A name: not blank, without spaces around it. */
export function label(lengthMax: number) {
  return word.pipe(line(lengthMax))
}

/** A unit as it is compared and shown: `linear feet` becomes LINEAR_FEET. Some letters become longer in capitals. */
export function unit(lengthMax: number) {
  return word.transform(normalizedUnit).pipe(line(lengthMax))
}

function text(lengthMax: number, rule: TextRule) {
  return z.string().superRefine((value, context) => {
    const message = isLongerThan(value, lengthMax)
      ? `must have at most ${lengthMax} characters`
      : rule(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

export interface DecimalLimits extends NumberLimits {
  readonly isZeroAllowed?: boolean
}

/** A number that the database stores to its last digit. */
export function decimal({ max, decimalsMax, isZeroAllowed = true }: DecimalLimits) {
  const range = isZeroAllowed ? `from 0 to ${max}` : `above 0 and at most ${max}`
  return z
    .number({ error: `must be a number ${range}` })
    .refine((value) => value <= max && (isZeroAllowed ? value >= 0 : value > 0), {
      error: `must be ${range}`,
    })
    .refine((value) => new Exact(value).decimalPlaces() <= decimalsMax, {
      error: `must have at most ${decimalsMax} decimals`,
    })
}
