import type { Lab, Stage } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import type { RuleId } from '../rules.ts'

/** The violation of a request; undefined if there is none, null if it cannot be determined. */
export type Violation = string | undefined | null

export interface Context {
  readonly lab: Lab
  readonly stage: Stage
}

/** A rule that applies to each request individually. */
export interface RequestCheck {
  readonly rule: RuleId
  readonly violationOf: (attempt: Attempt, context: Context) => Violation
}
