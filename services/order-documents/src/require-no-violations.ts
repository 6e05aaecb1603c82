import type { InputViolation } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from '@takeoff/kit/values/errors'

/**
 * One error for all violations of an input: the first as its message, all in `extensions.faults`.
 * @throws BadUserInputError when there are violations
 */
export function requireNoViolations(violations: readonly InputViolation[]): void {
  const [first] = violations
  if (first !== undefined)
    throw new BadUserInputError(first.message, first.argument, { faults: violations })
}
