import { describe, expect, test, vi } from 'vitest'
import type { Result } from './findings.ts'
import { createReferenceSender, conforming } from './reference-sender.ts'
import type { Behaviour } from './reference-sender.ts'
import { rules } from './rules.ts'
import type { Rule, RuleId } from './rules.ts'
import { runSuite, scenarios } from './run-suite.ts'
import { violatingSenders } from './violations.ts'

// The tests mostly wait, so many can run concurrently.
vi.setConfig({ maxConcurrency: 12 })

/** Every sender plays every scenario, which takes a minute on an idle machine. */
const FULL = process.env['CONFORMANCE'] === 'full'
const ALWAYS = ['successes', 'failure-5xx']
/** Rules that need another scenario in addition to their own. */
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

/** Violated rules with the evidence, so that a failing test shows the reason. */
function broken(results: readonly Result[]): Record<string, string> {
  const violations = results.filter(
    ({ rule, outcome }) => outcome === 'fail' || (outcome === 'note' && rule.id !== 'asymmetric'),
  )
  return Object.fromEntries(violations.map(({ rule, evidence }) => [rule.id, evidence]))
}

describe.concurrent('the suite', () => {
  test('finds no violation in a sender that conforms, and judges every observable rule', async () => {
    const results = await judge(conforming)
    expect(broken(results)).toEqual({})
    const unseen = results.filter(
      ({ rule, outcome }) => outcome === 'not observable' && rule.unobservable === undefined,
    )
    expect(unseen.map(({ rule }) => rule.id)).toEqual(['https-only'])
  })

  test.for(violatingSenders)(
    'finds $rule in a sender that $violation',
    async ({ rule, behaviour }) => {
      const only = FULL ? undefined : scenariosFor(rule)
      expect(broken(await judge({ ...conforming, ...behaviour }, only))).toEqual({
        [rule]: expect.any(String),
      })
    },
  )
})

test('every observable MUST and SHOULD has a sender that violates it', () => {
  const seen = rules.filter((rule: Rule) => rule.level !== 'MAY' && rule.unobservable === undefined)
  const covered = new Set(violatingSenders.map(({ rule }) => rule))
  expect(seen.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([])
})
