import { BadUserInputError } from '@takeoff/kit/values/errors'
import { invariant } from '@takeoff/kit/values/invariant'
import type { InputFault } from './domain/input-fault.ts'

/** Of one answer; who has more corrects these first. */
const FAULTS_MAX = 1000

/** One error for all faults of an input: the first as its message, all in `extensions.faults`. */
export function inputFaultsError(faults: readonly InputFault[]): BadUserInputError {
  const told = faults.slice(0, FAULTS_MAX).map(({ argument, message }) => ({ argument, message }))
  const [first] = told
  invariant(first !== undefined, 'there is no fault to tell of')
  return new BadUserInputError(first.message, first.argument, { faults: told })
}
