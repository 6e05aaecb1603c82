import { ok, status } from '../responses.ts'
import type { Respond } from '../responses.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Scenario } from './scenario.ts'

const BURST = 12
/** Time without a further request after which the burst is complete. */
const HOLD_MS = 1_000
/** Time for the sender to process the responses. */
const NOTE_MS = 500
/** Factor by which a throttled burst is watched longer than a healthy one took. */
const PATIENCE = 3
/** Maximum share of the healthy concurrency for a throttled endpoint. */
const THROTTLED = 0.5

/** Compares the concurrent requests without a response: to a healthy endpoint, and after an overload. */
export const throttling: readonly Scenario[] = ([429, 502, 504] as const).map((code) => {
  const rule = `throttle-${code}` as const
  return {
    name: rule,
    rules: [rule],
    async play(lab) {
      if (lab.sender.manual === true) throw new Error('a burst cannot be triggered by hand')
      const stage = await lab.stage({ alone: true })
      const begunAt = performance.now()
      const healthy = await requestsAtOnce(stage, HOLD_MS)
      const tookMs = performance.now() - begunAt
      await overload(lab, stage, code)
      const throttled = await requestsAtOnce(stage, Math.max(HOLD_MS, PATIENCE * tookMs))
      const evidence = `${throttled} requests at once after ${code}, ${healthy} before`
      await stage.close()
      if (healthy < 2) lab.findings.skip(rule, 'it sends one request at a time anyway')
      else lab.findings[throttled <= healthy * THROTTLED ? 'pass' : 'fail'](rule, evidence)
    },
  }
})

async function overload(lab: Lab, stage: Stage, code: number): Promise<void> {
  // A success of the burst that the sender notes late would reset the failure.
  const over = (): true | undefined =>
    stage.attempts.every(({ respondedAt }) => respondedAt !== undefined) || undefined
  await stage.endpoint.until(over, lab.patienceMs)
  await stage.pause(NOTE_MS)
  const before = stage.attempts.length
  stage.respond(() => status(code))
  await stage.trigger(1)
  if (!(await stage.arrived(before + 1, lab.patienceMs))) throw new Error('no message arrived')
  await stage.arrived(before + 2, lab.quietMs)
  await stage.pause(NOTE_MS)
}

/** Holds all responses until the whole burst has arrived, no more arrive, or a held request is cancelled. */
async function requestsAtOnce(stage: Stage, holdMs: number): Promise<number> {
  const before = stage.attempts.length
  const burst = () => stage.attempts.slice(before)
  // A cancelled request frees a slot for another.
  const endsAt = () => Math.min(...burst().map(({ abandonedAt = Infinity }) => abandonedAt))
  const begun = () => burst().filter(({ at }) => at < endsAt()).length
  const held: (() => void)[] = []
  const hold: Respond = (response) => void held.push(() => ok(response))
  stage.respond(() => hold)
  await stage.trigger(BURST)
  for (let seen = -1; seen < begun() && begun() < BURST && endsAt() === Infinity;) {
    seen = begun()
    const changed = () => begun() > seen || endsAt() < Infinity || undefined
    await stage.endpoint.until(changed, holdMs)
  }
  const count = begun()
  stage.respond(() => ok)
  for (const release of held) release()
  return count
}
