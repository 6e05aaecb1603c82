import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { InputViolation } from './domain/input-violation.ts'

/** Most violations that one response reports. */
const VIOLATIONS_MAX = 1000

/** One error for all violations of an input: the first as its message, all in `extensions.faults`. */
export function inputViolationsError(violations: readonly InputViolation[]): BadUserInputError {
  const told = violations
    .slice(0, VIOLATIONS_MAX)
    .map(({ argument, message }) => ({ argument, message }))
  const [first] = told
  invariant(first !== undefined, 'there is at least one violation')
  return new BadUserInputError(first.message, first.argument, { faults: told })
}
