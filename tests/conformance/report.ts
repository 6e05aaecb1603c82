import type { Outcome, Result } from './findings.ts'
import type { Level } from './rules.ts'

const MARKS: Readonly<Record<Outcome, string>> = {
  pass: 'pass',
  fail: 'FAIL',
  note: 'note',
  excepted: 'excepted',
  'not observable': '-',
}
const MARK_WIDTH = 9
const LEVEL_WIDTH = 7
const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** A line for each rule, with failures last, where the terminal shows them, and the totals. */
export function reportAsText(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ rule }) => rule.id.length)) + 2
  const line = ({ rule, outcome, evidence }: Result): string =>
    MARKS[outcome].padEnd(MARK_WIDTH) +
    rule.level.padEnd(LEVEL_WIDTH) +
    rule.id.padEnd(width) +
    evidence
  const failures = results.filter(({ outcome }) => outcome === 'fail')
  const others = results.filter(({ outcome }) => outcome !== 'fail')
  const explained = failures.map(
    (result) => `${line(result)}\n    ${result.rule.section}: ${result.rule.says}`,
  )
  return [
    ...others.map(line),
    '',
    ...explained,
    ...(failures.length > 0 ? [''] : []),
    ...LEVELS.map((level) => sums(level, results)),
  ].join('\n')
}

export function reportAsJson(results: readonly Result[]): string {
  return JSON.stringify(
    results.map(({ rule, outcome, evidence }) => ({ ...rule, outcome, evidence })),
    null,
    2,
  )
}

/** No violation of a MUST or SHOULD was found. */
export function conforms(results: readonly Result[]): boolean {
  return results.every(({ outcome }) => outcome !== 'fail')
}

function sums(level: Level, results: readonly Result[]): string {
  const outcomes = results.filter(({ rule }) => rule.level === level).map(({ outcome }) => outcome)
  const count = (wanted: Outcome): number => outcomes.filter((one) => one === wanted).length
  const parts = (['pass', 'fail', 'excepted', 'note', 'not observable'] as const)
    .map((outcome) => [outcome, count(outcome)] as const)
    .filter(([, number]) => number > 0)
    .map(([outcome, number]) => `${number} ${outcome}`)
  return `${level}: ${parts.join(', ')}`
}
