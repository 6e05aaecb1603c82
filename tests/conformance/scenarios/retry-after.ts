import { inTurn, ok, status } from '../responses.ts'
import { conclude, verdictOf } from '../judgement.ts'
import { gapMs } from '../lab.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

/** Minimum requested wait, which is always longer than the sender's own. */
const SECONDS_MIN = 2
/** A timer may fire a little early. */
const EARLY_MS = 50

export const retryAfter: readonly Scenario[] = [
  scenario(429, 'retry-after-seconds', (seconds) => String(seconds)),
  scenario(503, 'retry-after-seconds', (seconds) => String(seconds)),
  // A date has no fractions of a second, so one second is added to be not before the requested time.
  scenario(503, 'retry-after-date', (seconds) =>
    new Date(Date.now() + (seconds + 1) * 1000).toUTCString(),
  ),
]

function scenario(
  code: number,
  rule: 'retry-after-seconds' | 'retry-after-date',
  headerFor: (seconds: number) => string,
): Scenario {
  return {
    name: `${rule} of ${code}`,
    rules: [rule],
    async play(lab) {
      const { firstGapMs, findings } = lab
      if (firstGapMs === undefined) throw new Error('the sender does not retry')
      const waitSeconds = Math.max(SECONDS_MIN, Math.ceil((2 * firstGapMs) / 1000))
      const stage = await lab.stage({ alone: true })
      stage.respond((nth) =>
        inTurn(status(code, { 'retry-after': headerFor(waitSeconds) }), ok)(nth),
      )
      await stage.trigger(1)
      if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
      await stage.arrived(2, (waitSeconds + 1) * 1000 + lab.retryWaitMs)
      const [first, second] = stage.attempts
      await stage.close()
      if (first !== undefined && second !== undefined) {
        const waited = gapMs(first, second)
        const evidence = `${code} with ${waitSeconds} s: sent again after ${seconds(waited)}`
        // The wait begins when the response is sent, which may have been noticed late.
        const lateMs = lab.receiver.attention.latenessMs(first.respondedAt ?? first.at)
        const possible = { min: waited, max: waited + lateMs }
        const accepted = { min: waitSeconds * 1000 - EARLY_MS, max: Infinity }
        conclude(findings, rule, verdictOf(possible, accepted), evidence)
      } else findings.skip(rule, `${code} with ${waitSeconds} s: not sent again in time`)
    },
  }
}
