import type { InputViolation } from '@takeoff/contracts/text-violation'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'

/** Maximum violations reported in one response. */
const VIOLATIONS_MAX = 1000

/** One error for all violations of an input: the first is its message, `extensions.faults` contains all. */
export function inputViolationsError(violations: readonly InputViolation[]): BadUserInputError {
  const reported = violations
    .slice(0, VIOLATIONS_MAX)
    .map(({ argument, message }) => ({ argument, message }))
  const [first] = reported
  invariant(first !== undefined, 'there is at least one violation')
  return new BadUserInputError(first.message, first.argument, { faults: reported })
}
