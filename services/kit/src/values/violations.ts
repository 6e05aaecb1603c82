import type { InputViolation } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from './errors.ts'
import { invariant } from './invariant.ts'

/** Maximum violations reported in one response. */
const VIOLATIONS_MAX = 1000

/** @throws BadUserInputError naming the invalid argument, when there is one */
export function requireNoViolation(violation: InputViolation | undefined): void {
  if (violation !== undefined) throw new BadUserInputError(violation.message, violation.argument)
}

/** One error for all violations of an input: the first is its message, `extensions.faults` contains all. */
export function violationsError(violations: readonly InputViolation[]): BadUserInputError {
  const reported = violations
    .slice(0, VIOLATIONS_MAX)
    .map(({ argument, message }) => ({ argument, message }))
  const [first] = reported
  invariant(first !== undefined, 'there is at least one violation')
  return new BadUserInputError(first.message, first.argument, { faults: reported })
}
