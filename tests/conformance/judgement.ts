import type { Findings } from './findings.ts'
import type { RuleId } from './rules.ts'

export interface Range {
  readonly min: number
  readonly max: number
}

/** What was measured lies on both sides of a bound, so late was this process: the scenario is played again. */
export class UnclearError extends Error {}

/** For a value that may be anywhere in a range: undefined when the range is neither inside nor outside of the accepted one. */
export function verdictOf(possible: Range, accepted: Range): 'pass' | 'fail' | undefined {
  if (possible.min >= accepted.min && possible.max <= accepted.max) return 'pass'
  return possible.max < accepted.min || possible.min > accepted.max ? 'fail' : undefined
}

/** @throws UnclearError where there is no verdict */
export function conclude(
  findings: Findings,
  rule: RuleId,
  verdict: 'pass' | 'fail' | undefined,
  evidence: string,
): void {
  if (verdict === undefined) throw new UnclearError(`too busy to tell: ${evidence}`)
  findings[verdict](rule, evidence)
}
