import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { InputFault } from './domain/field-reader.ts'

/**
 * One error for all faults of an input: the first as its message, all in `extensions.faults`.
 * @throws BadUserInputError when there are faults
 */
export function requireNoFaults(faults: readonly InputFault[]): void {
  const [first] = faults
  if (first !== undefined) throw new BadUserInputError(first.message, first.argument, { faults })
}
