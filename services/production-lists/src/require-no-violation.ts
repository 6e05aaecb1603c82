import type { InputViolation } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from '@takeoff/kit/values/errors'

/** @throws BadUserInputError naming the invalid argument, when there is one */
export function requireNoViolation(violation: InputViolation | undefined): void {
  if (violation !== undefined) throw new BadUserInputError(violation.message, violation.argument)
}
