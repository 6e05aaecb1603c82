import { characterCount, isLongerThan } from '@takeoff/kit/character-count'
import { Exact } from './exact.ts'

/** What is wrong with an argument, and with which. */
export interface InputFault {
  readonly argument: string
  readonly message: string
}

/** Text that the database keeps whole; undefined and null are for the caller to judge. */
export function textFault(
  argument: string,
  value: string | null | undefined,
  lengthMax: number,
): InputFault | undefined {
  if (value === null || value === undefined) return undefined
  if (isLongerThan(value, lengthMax)) {
    return {
      argument,
      message: `${argument} has ${characterCount(value)} characters; ${lengthMax} are allowed.`,
    }
  }
  const reason = unkeptTextReason(value)
  return reason === undefined ? undefined : { argument, message: `${argument} ${reason}.` }
}

/** Why the database would not keep a text as it is; reads on after the name of what holds it. */
export function unkeptTextReason(text: string): string | undefined {
  // PostgreSQL stores every character but this one.
  if (text.includes('\0')) return 'must not hold a NUL character'
  // Text columns would turn it into another character, and jsonb refuses it.
  return text.isWellFormed() ? undefined : 'must not hold half of a surrogate pair'
}

/** Text of spaces alone, or none. */
export function blankFault(
  argument: string,
  value: string | null | undefined,
): InputFault | undefined {
  return value?.trim() === '' ? { argument, message: `${argument} must not be blank.` } : undefined
}

/** A number that is not negative, has few enough decimals and is not beyond all measure. */
export function numberFault(
  argument: string,
  value: number | null | undefined,
  { max, decimalsMax }: { readonly max: number; readonly decimalsMax: number },
): InputFault | undefined {
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
export function duplicateFault(
  argument: string,
  ids: readonly number[],
  suffix = '',
): InputFault | undefined {
  const seen = new Set<number>()
  const index = ids.findIndex((id) => {
    const isSecond = seen.has(id)
    seen.add(id)
    return isSecond
  })
  if (index === -1) return undefined
  return {
    argument: `${argument}[${index}]${suffix}`,
    message: `${argument}[${index}]${suffix} names ${ids[index]} a second time.`,
  }
}
