import { describe, expect, test, vi } from 'vitest'
import { faultySenders } from './faults.ts'
import type { Result } from './findings.ts'
import { createReferenceSender, faultless } from './reference-sender.ts'
import type { Behaviour } from './reference-sender.ts'
import { rules } from './rules.ts'
import type { Rule, RuleId } from './rules.ts'
import { runSuite, scenarios } from './run-suite.ts'

// They wait more than they work.
vi.setConfig({ maxConcurrency: 12 })

/** Then every sender plays every scenario, which takes a quiet machine a minute. */
const FULL = process.env['CONFORMANCE'] === 'full'
const ALWAYS = ['successes', 'failure-5xx']
/** Where a rule is judged by what other scenarios bring about. */
const ALSO: Partial<Record<RuleId, string>> = {
  'signature-format': 'rotation',
}

function judge(behaviour: Behaviour, only?: readonly string[]): Promise<Result[]> {
  return runSuite(createReferenceSender(behaviour), {
    timeScale: 10,
    patienceSeconds: 4,
    ...(only && { only }),
  })
}

function scenariosFor(rule: RuleId): string[] {
  const own = scenarios.filter(({ rules }) => rules.includes(rule)).map(({ name }) => name)
  return [...ALWAYS, ...own, ALSO[rule] ?? '']
}

/** With the evidence, so that a failing test says why. */
function broken(results: readonly Result[]): Record<string, string> {
  const faults = results.filter(
    ({ rule, outcome }) => outcome === 'fail' || (outcome === 'note' && rule.id !== 'asymmetric'),
  )
  return Object.fromEntries(faults.map(({ rule, evidence }) => [rule.id, evidence]))
}

describe.concurrent('the suite', () => {
  test('finds nothing in a sender without faults, and sees every rule that can be seen', async () => {
    const results = await judge(faultless)
    expect(broken(results)).toEqual({})
    const unseen = results.filter(
      ({ rule, outcome }) => outcome === 'not observable' && rule.unobservable === undefined,
    )
    expect(unseen.map(({ rule }) => rule.id)).toEqual(['https-only'])
  })

  test.for(faultySenders)('finds $rule in a sender that $fault', async ({ rule, behaviour }) => {
    const only = FULL ? undefined : scenariosFor(rule)
    expect(broken(await judge({ ...faultless, ...behaviour }, only))).toEqual({
      [rule]: expect.any(String),
    })
  })
})

test('every MUST and SHOULD that can be seen has a sender that breaks it', () => {
  const seen = rules.filter((rule: Rule) => rule.level !== 'MAY' && rule.unobservable === undefined)
  const covered = new Set(faultySenders.map(({ rule }) => rule))
  expect(seen.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([])
})
