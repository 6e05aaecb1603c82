import type { InputViolation } from '@takeoff/contracts/text-violation'
import type { Optional } from '@takeoff/kit/values/optional'
import { Exact } from './exact.ts'
import type { NumberLimits } from './limits.ts'

/** A number that is not negative, has few enough decimals and does not exceed the maximum. */
export function numberViolation(
  argument: string,
  value: Optional<number>,
  { max, decimalsMax }: NumberLimits,
): InputViolation | undefined {
  if (value === null || value === undefined) return undefined
  if (!(value >= 0 && value <= max)) {
    return { argument, message: `${argument} must be from 0 to ${max}.` }
  }
  if (new Exact(value).decimalPlaces() > decimalsMax) {
    return { argument, message: `${argument} must have at most ${decimalsMax} decimals.` }
  }
  return undefined
}

/** The second appearance of an id in a list. */
export function duplicateViolation(
  argument: string,
  ids: readonly number[],
  suffix = '',
): InputViolation | undefined {
  const seen = new Set<number>()
  const index = ids.findIndex((id) => {
    const isSecond = seen.has(id)
    seen.add(id)
    return isSecond
  })
  if (index === -1) return undefined
  return {
    argument: `${argument}[${index}]${suffix}`,
    message: `${argument}[${index}]${suffix} names ${ids[index]} a second time. Name it once.`,
  }
}

/** Too many ids, or the second appearance of one. */
export function idsViolation(
  argument: string,
  ids: readonly number[],
  max: number,
): InputViolation | undefined {
  return ids.length > max
    ? { argument, message: `${argument} must have at most ${max} ids.` }
    : duplicateViolation(argument, ids)
}
