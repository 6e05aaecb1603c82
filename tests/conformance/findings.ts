import { rules } from './rules.ts'
import type { Rule, RuleId } from './rules.ts'

const EVIDENCE_MAX = 3

/** `note`: a MAY that is not followed. `excepted`: a failure whose reason was given in advance. */
export type Outcome = 'pass' | 'fail' | 'note' | 'excepted' | 'not observable'

export interface Result {
  readonly rule: Rule & { readonly id: RuleId }
  readonly outcome: Outcome
  readonly evidence: string
}

/** Rules that the sender is known to violate, with the reason. */
export type Exceptions = Readonly<Partial<Record<RuleId, string>>>

export interface Findings {
  pass(rule: RuleId, evidence: string): void
  fail(rule: RuleId, evidence: string): void
  /** The rule could not be observed in this run. */
  skip(rule: RuleId, reason: string): void
  /** One result for each rule. A failure outweighs any pass. */
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
    const violations = failed.get(rule.id)
    const exception = exceptions[rule.id]
    if (violations !== undefined) {
      const evidence = shorten(violations)
      if (rule.level === 'MAY') return { outcome: 'note', evidence }
      if (exception === undefined) return { outcome: 'fail', evidence }
      return { outcome: 'excepted', evidence: `${exception} (${evidence})` }
    }
    const seen = passed.get(rule.id)
    if (seen !== undefined) return { outcome: 'pass', evidence: shorten(seen) }
    const why =
      rule.unobservable ?? skipped.get(rule.id)?.join('; ') ?? 'No scenario of the rule was played.'
    return { outcome: 'not observable', evidence: why }
  }
  return {
    pass: add(passed),
    fail: add(failed),
    skip: add(skipped),
    results: (exceptions) => rules.map((rule) => ({ rule, ...resultOf(rule, exceptions) })),
  }
}

/** Shows the first few and counts the rest. */
function shorten(evidence: readonly string[]): string {
  const more = evidence.length - EVIDENCE_MAX
  const first = evidence.slice(0, EVIDENCE_MAX).join('; ')
  return more > 0 ? `${first}; and ${more} more of the kind` : first
}
