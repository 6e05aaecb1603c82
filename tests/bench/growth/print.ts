import { printTable } from '../../support/table.ts'
import type { Outcome, Times } from './measure.ts'
import type { ExecutedPlan } from './plans.ts'
import type { RetentionRound } from './retention.ts'

const SHOWN_PLANS = 10
const SHOWN_READS = 5

type Outcomes = ReadonlyMap<string, Outcome>

export function printTimes(small: Outcomes, large: Outcomes): void {
  const rows: string[][] = []
  const refused: string[] = []
  for (const [name, before] of small) {
    const after = large.get(name) ?? before
    if ('refused' in before || 'refused' in after)
      refused.push(
        `${name} (${'refused' in before ? before.refused : 'refused' in after ? after.refused : ''})`,
      )
    else rows.push([`\`${name}\``, ...figures(before, after)])
  }
  console.log()
  printTable(['operation', ...COLUMNS], rows)
  console.log(`\nNot measured: ${refused.join(', ') || 'none'}\n`)
}

const COLUMNS = ['p50, ms', 'p50 large', 'p99, ms', 'p99 large', 'p99 ratio']

function figures(before: Times, after: Times): string[] {
  return [
    ...[before.p50, after.p50, before.p99, after.p99].map((ms) => ms.toFixed(1)),
    (after.p99 / before.p99).toFixed(2),
  ]
}

export function printPlans(plans: readonly ExecutedPlan[]): void {
  const scans = plans.filter(({ scanned }) => scanned.length > 0)
  console.log(
    `${plans.length} statements, ${scans.length} with a sequential scan of a large table\n`,
  )
  for (const { text, scanned } of scans) console.log(`${scanned.join(', ')}: ${text}\n`)
  const worst = plans.toSorted((a, b) => b.rowsRead - a.rowsRead).slice(0, SHOWN_PLANS)
  for (const { text, rowsRead, rowsReturned, reads } of worst) {
    console.log(`${Math.round(rowsRead)} rows read, ${Math.round(rowsReturned)} returned: ${text}`)
    console.log(`  ${reads.slice(0, SHOWN_READS).join(', ')}\n`)
  }
  console.log()
}

export function printRetention(rounds: readonly RetentionRound[]): void {
  printTable(
    ['retention', 'rows removed', 'seconds', ...COLUMNS],
    rounds.map(({ about, rows, seconds, before, during }) => [
      about,
      rows.toLocaleString('en'),
      seconds.toFixed(1),
      ...figures(before, during),
    ]),
  )
}
