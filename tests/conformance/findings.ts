import { rules } from './rules.ts'
import type { Rule, RuleId } from './rules.ts'

const EVIDENCE_MAX = 3

/** `note`: a MAY that is not followed. `excepted`: a failure with a reason given beforehand. */
export type Outcome = 'pass' | 'fail' | 'note' | 'excepted' | 'not observable'

export interface Result {
  readonly rule: Rule & { readonly id: RuleId }
  readonly outcome: Outcome
  readonly evidence: string
}

/** Rules that are known not to be kept, and why. */
export type Exceptions = Readonly<Partial<Record<RuleId, string>>>

export interface Findings {
  pass(rule: RuleId, evidence: string): void
  fail(rule: RuleId, evidence: string): void
  /** It could not be seen this time. */
  skip(rule: RuleId, reason: string): void
  /** One for each rule. A failure outweighs what was seen to be right elsewhere. */
  results(exceptions: Exceptions): Result[]
}

export function createFindings(): Findings {
  const passed = new Map<RuleId, string[]>()
  const failed = new Map<RuleId, string[]>()
  const skipped = new Map<RuleId, string[]>()
  const add = (to: Map<RuleId, string[]>) => (rule: RuleId, evidence: string) => {
    const before = to.get(rule) ?? []
    if (!before.includes(evidence)) to.set(rule, [...before, evidence])
  }
  const resultOf = (
    rule: Rule & { readonly id: RuleId },
    exceptions: Exceptions,
  ): Omit<Result, 'rule'> => {
    const faults = failed.get(rule.id)
    const exception = exceptions[rule.id]
    if (faults !== undefined) {
      const evidence = shorten(faults)
      if (rule.level === 'MAY') return { outcome: 'note', evidence }
      if (exception === undefined) return { outcome: 'fail', evidence }
      return { outcome: 'excepted', evidence: `${exception} (${evidence})` }
    }
    const seen = passed.get(rule.id)
    if (seen !== undefined) return { outcome: 'pass', evidence: shorten(seen) }
    const why =
      rule.unobservable ?? skipped.get(rule.id)?.join('; ') ?? 'No scenario of it was played.'
    return { outcome: 'not observable', evidence: why }
  }
  return {
    pass: add(passed),
    fail: add(failed),
    skip: add(skipped),
    results: (exceptions) => rules.map((rule) => ({ rule, ...resultOf(rule, exceptions) })),
  }
}

/** The first of them speak for the others. */
function shorten(evidence: readonly string[]): string {
  const more = evidence.length - EVIDENCE_MAX
  const first = evidence.slice(0, EVIDENCE_MAX).join('; ')
  return more > 0 ? `${first}; and ${more} more of the kind` : first
}
