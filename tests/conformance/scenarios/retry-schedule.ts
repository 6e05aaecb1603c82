import { ok, status } from '../responses.ts'
import { conclude, verdictOf } from '../judgement.ts'
import { seriesOf } from '../lab.ts'
import type { Lab } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

const MESSAGES = 12
const GAPS = 3
/** Each wait is on average at least this multiple of the previous one. */
const GROWTH_MIN = 1.5
/** Waits of the middle messages must differ by at least this part of the wait. */
const SPREAD_MIN = 0.05
const OUTLIERS = 1
/**
 * Minimum share of reordered pairs among messages that failed together: a constant wait keeps their
 * order, jitter reorders half of them.
 */
const REORDERED_MIN = 0.05
/** Minimum pairs for a verdict: each message with the next. */
const PAIRS_MIN = MESSAGES - 1

/** Several messages fail together, three times each. */
export const retrySchedule: Scenario = {
  name: 'retry-schedule',
  rules: ['retry-backoff', 'retry-jitter'],
  async play(lab) {
    if (lab.firstGapMs === undefined) throw new Error('the sender does not retry')
    const stage = await lab.stage({ alone: true })
    const attempts = new Map<unknown, number>()
    stage.respond((_nth, { headers }) => {
      const made = (attempts.get(headers['webhook-id']) ?? 0) + 1
      attempts.set(headers['webhook-id'], made)
      return made <= GAPS ? status(500) : ok
    })
    await stage.trigger(MESSAGES)
    await stage.arrived(MESSAGES * (GAPS + 1), lab.patienceMs)
    await stage.close()
    const retries = retriesOf(lab, seriesOf(stage))
    judgeSpread(lab, retries)
    judgeGrowth(lab, retries)
  },
}

interface Retry {
  readonly failedAt: number
  readonly at: number
  readonly waitMs: number
  /** Maximum excess over the wait of the sender. */
  readonly lateMs: number
}

/** The first retries, the second ones and so on, while all messages have arrived. */
function retriesOf(lab: Lab, series: readonly Attempt[][]): Retry[][] {
  if (series.length !== MESSAGES) return []
  return Array.from({ length: GAPS }, (_, n) =>
    series.flatMap((attempts) => {
      const [failed, next] = [attempts[n], attempts[n + 1]]
      if (failed === undefined || next === undefined) return []
      return [retryOf(lab, failed, next)]
    }),
  ).filter(({ length }) => length === MESSAGES)
}

function retryOf({ receiver: { attention } }: Lab, failed: Attempt, { at }: Attempt): Retry {
  const failedAt = failed.respondedAt ?? failed.abandonedAt ?? failed.at
  const lateMs = attention.latenessMs(failedAt) + attention.latenessMs(at)
  return { failedAt, at, waitMs: at - failedAt, lateMs }
}

function judgeGrowth({ findings }: Lab, retries: readonly Retry[][]): void {
  // Uses the shortest of each, because a busy machine or network only adds time.
  const shortest = retries.flatMap(
    (those) => those.toSorted((a, b) => a.waitMs - b.waitMs)[0] ?? [],
  )
  const [first, last] = [shortest[0], shortest.at(-1)]
  if (first === undefined || last === undefined || shortest.length < 2)
    return findings.skip('retry-backoff', 'fewer than two retries of each message were seen')
  const growth = (fromMs: number, toMs: number): number =>
    (Math.max(toMs, 1) / Math.max(fromMs, 1)) ** (1 / (shortest.length - 1))
  const possible = {
    min: growth(first.waitMs, last.waitMs - last.lateMs),
    max: growth(first.waitMs - first.lateMs, last.waitMs),
  }
  const grows = shortest.every(({ waitMs, lateMs }) => waitMs - lateMs <= last.waitMs)
  conclude(
    findings,
    'retry-backoff',
    grows ? verdictOf(possible, { min: GROWTH_MIN, max: Infinity }) : 'fail',
    `waits of ${shortest.map(({ waitMs }) => seconds(waitMs)).join(', ')} and more: ${growth(first.waitMs, last.waitMs).toFixed(1)} times as long each time`,
  )
}

function judgeSpread({ findings }: Lab, retries: readonly Retry[][]): void {
  const longest = retries.at(-1)
  if (longest === undefined)
    return findings.skip('retry-jitter', 'no retry of each message could be matched')
  const sorted = longest.toSorted((a, b) => a.waitMs - b.waitMs)
  const middle = sorted.slice(OUTLIERS, -OUTLIERS)
  const spreadMs = (middle.at(-1)?.waitMs ?? 0) - (middle[0]?.waitMs ?? 0)
  const medianMs = sorted[MESSAGES / 2]?.waitMs ?? 0
  const lateMs = Math.max(...middle.map((retry) => retry.lateMs))
  const possible = { min: spreadMs - lateMs, max: spreadMs + lateMs }
  const spreadMinMs = SPREAD_MIN * medianMs
  conclude(
    findings,
    'retry-jitter',
    verdictOf(possible, { min: spreadMinMs, max: Infinity }) ??
      verdictByOrder(longest, spreadMinMs),
    `${MESSAGES} messages that failed together waited ${seconds(medianMs)}, give or take ${((spreadMs / medianMs) * 50).toFixed(1)} %`,
  )
}

/** Judges by the order of messages, which a constant wait keeps on a late machine too. */
function verdictByOrder(
  retries: readonly Retry[],
  togetherMs: number,
): 'pass' | 'fail' | undefined {
  const pairs = retries.flatMap((one) =>
    retries
      .map((other) => ({ apartMs: other.failedAt - one.failedAt, reordered: other.at < one.at }))
      .filter(({ apartMs }) => apartMs > 0 && apartMs <= togetherMs),
  )
  if (pairs.length < PAIRS_MIN) return undefined
  const share = pairs.filter(({ reordered }) => reordered).length / pairs.length
  return share >= REORDERED_MIN ? 'pass' : 'fail'
}
