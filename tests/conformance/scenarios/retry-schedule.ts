import { ok, status } from '../answers.ts'
import { gapMs, seriesOf } from '../lab.ts'
import type { Lab } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

const MESSAGES = 12
const GAPS = 3
/** Each wait is at least this multiple of the one before, on the average. */
const GROWTH_MIN = 1.5
/** Waits of the middle messages must differ by at least this part of the wait. */
const SPREAD_MIN = 0.05
const OUTLIERS = 1

/** Several messages fail together, three times each. */
export const retrySchedule: Scenario = {
  name: 'retry-schedule',
  rules: ['retry-backoff', 'retry-jitter'],
  async play(lab) {
    if (lab.firstGapMs === undefined) throw new Error('the sender does not retry')
    const stage = await lab.stage({ alone: true })
    const attempts = new Map<unknown, number>()
    stage.answer((_nth, { headers }) => {
      const made = (attempts.get(headers['webhook-id']) ?? 0) + 1
      attempts.set(headers['webhook-id'], made)
      return made <= GAPS ? status(500) : ok
    })
    await stage.trigger(MESSAGES)
    await stage.arrived(MESSAGES * (GAPS + 1), lab.patienceMs)
    const waits = waitsOf(seriesOf(stage))
    judgeGrowth(lab, waits)
    judgeSpread(lab, waits)
    await stage.close()
  },
}

/** For each retry the waits before it, where all messages have come so far. */
function waitsOf(series: readonly Attempt[][]): number[][] {
  if (series.length !== MESSAGES) return []
  return Array.from({ length: GAPS }, (_, n) =>
    series.flatMap((attempts) => {
      const [failed, next] = [attempts[n], attempts[n + 1]]
      return failed === undefined || next === undefined ? [] : [gapMs(failed, next)]
    }),
  ).filter(({ length }) => length === MESSAGES)
}

function judgeGrowth({ findings }: Lab, waits: readonly number[][]): void {
  // The shortest of each: what a busy machine or network does is only ever added.
  const shortest = waits.map((those) => Math.min(...those))
  const [first, last] = [shortest[0], shortest.at(-1)]
  if (first === undefined || last === undefined || shortest.length < 2)
    return findings.skip('retry-backoff', 'fewer than two retries of each message were seen')
  const growth = (last / first) ** (1 / (shortest.length - 1))
  const grows = growth >= GROWTH_MIN && last === Math.max(...shortest)
  findings[grows ? 'pass' : 'fail'](
    'retry-backoff',
    `waits of ${shortest.map(seconds).join(', ')} and more: ${growth.toFixed(1)} times as long each time`,
  )
}

function judgeSpread({ findings }: Lab, waits: readonly number[][]): void {
  const longest = waits.at(-1)
  if (longest === undefined)
    return findings.skip('retry-jitter', 'no retry of each message could be matched')
  const middle = [...longest].sort((a, b) => a - b).slice(OUTLIERS, -OUTLIERS)
  const spreadMs = (middle.at(-1) ?? 0) - (middle[0] ?? 0)
  const share = spreadMs / median(longest)
  findings[share >= SPREAD_MIN ? 'pass' : 'fail'](
    'retry-jitter',
    `${MESSAGES} messages that failed together waited ${seconds(median(longest))}, give or take ${(share * 50).toFixed(1)} %`,
  )
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
