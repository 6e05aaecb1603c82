import type { Findings } from './findings.ts'
import type { RuleId } from './rules.ts'

export interface Range {
  readonly min: number
  readonly max: number
}

/** Because of lateness, the measured value may be on either side of a bound: the scenario is played again. */
export class UnclearError extends Error {}

/** Judges a value that may be anywhere in a range: undefined if the range is neither inside nor outside of the accepted one. */
export function verdictOf(possible: Range, accepted: Range): 'pass' | 'fail' | undefined {
  if (possible.min >= accepted.min && possible.max <= accepted.max) return 'pass'
  return possible.max < accepted.min || possible.min > accepted.max ? 'fail' : undefined
}

/** @throws UnclearError without a verdict */
export function conclude(
  findings: Findings,
  rule: RuleId,
  verdict: 'pass' | 'fail' | undefined,
  evidence: string,
): void {
  if (verdict === undefined) throw new UnclearError(`the machine is too busy to judge: ${evidence}`)
  findings[verdict](rule, evidence)
}
