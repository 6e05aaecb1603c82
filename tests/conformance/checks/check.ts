import type { Lab, Stage } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import type { RuleId } from '../rules.ts'

/** What is wrong with a request; undefined where nothing is, null where it does not show. */
export type Fault = string | undefined | null

export interface Context {
  readonly lab: Lab
  readonly stage: Stage
}

/** A rule that holds for each request by itself. */
export interface RequestCheck {
  readonly rule: RuleId
  readonly faultOf: (attempt: Attempt, context: Context) => Fault
}
