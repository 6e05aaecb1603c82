import type { Lab } from '../lab.ts'
import type { RuleId } from '../rules.ts'

export interface Scenario {
  readonly name: string
  /** Rules that are skipped with the reason if the scenario does not complete. */
  readonly rules: readonly RuleId[]
  play(lab: Lab): Promise<void>
}
