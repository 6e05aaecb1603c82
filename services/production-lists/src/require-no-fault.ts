import { BadUserInputError } from '@takeoff/kit/values/errors'
import type { InputFault } from './domain/input-fault.ts'

/** @throws BadUserInputError naming the argument at fault, when there is one */
export function requireNoFault(fault: InputFault | undefined): void {
  if (fault !== undefined) throw new BadUserInputError(fault.message, fault.argument)
}
