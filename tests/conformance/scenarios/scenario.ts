import type { Lab } from '../lab.ts'
import type { RuleId } from '../rules.ts'

export interface Scenario {
  readonly name: string
  /** Skipped with the reason, should the scenario not come to its end. */
  readonly rules: readonly RuleId[]
  play(lab: Lab): Promise<void>
}
