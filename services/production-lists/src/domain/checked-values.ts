import { isLongerThan } from '@takeoff/contracts/character-count'
import { z } from 'zod'
import { Exact } from './exact.ts'
import { textViolationReason } from './input-violation.ts'
import { unitOf } from './templates/packaging.ts'

/** Validators of values that are checked when they are saved. The text of a violation follows the field's name. */
export const id = z.int().min(1).max(2_147_483_647)

/** Text that the database stores without loss. */
export function text(lengthMax: number) {
  return z.string().superRefine((value, context) => {
    const message = isLongerThan(value, lengthMax)
      ? `must have at most ${lengthMax} characters`
      : textViolationReason(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

const word = z.string().trim().min(1, { error: 'must not be blank' })

/** A name: not blank, without spaces around it. */
export function label(lengthMax: number) {
  return word.pipe(text(lengthMax))
}

/** A unit as it is compared and shown: `linear feet` becomes LINEAR_FEET. Some letters become longer in capitals. */
export function unit(lengthMax: number) {
  return word.transform(unitOf).pipe(text(lengthMax))
}

export interface DecimalLimits {
  readonly max: number
  readonly decimalsMax: number
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
