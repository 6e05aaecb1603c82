import { ok, status } from '../responses.ts'
import type { Respond } from '../responses.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Scenario } from './scenario.ts'

const BURST = 12
/** No further request for so long, and the sender has no more that it would send at once. */
const HOLD_MS = 1_000
/** Time for the sender to process the responses. */
const NOTE_MS = 500
/** How much longer a throttled burst is watched than a healthy one took. */
const PATIENCE = 3
/** A throttled endpoint gets at most this part of what a healthy one gets. */
const THROTTLED = 0.5

/** How many requests come while none gets a response: while the endpoint is healthy, and after an overload. */
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
  // A success of the burst that is noted late would take back the failure.
  const over = (): true | undefined =>
    stage.attempts.every(({ answeredAt }) => answeredAt !== undefined) || undefined
  await stage.endpoint.until(over, lab.patienceMs)
  await stage.pause(NOTE_MS)
  const before = stage.attempts.length
  stage.answer(() => status(code))
  await stage.trigger(1)
  if (!(await stage.arrived(before + 1, lab.patienceMs))) throw new Error('no message came')
  await stage.arrived(before + 2, lab.quietMs)
  await stage.pause(NOTE_MS)
}

/** Holds all responses back until the whole burst has come, no more comes, or a held request is cancelled. */
async function requestsAtOnce(stage: Stage, holdMs: number): Promise<number> {
  const before = stage.attempts.length
  const burst = () => stage.attempts.slice(before)
  // What is given up makes room for more.
  const endsAt = () => Math.min(...burst().map(({ abandonedAt = Infinity }) => abandonedAt))
  const begun = () => burst().filter(({ at }) => at < endsAt()).length
  const held: (() => void)[] = []
  const hold: Respond = (response) => void held.push(() => ok(response))
  stage.answer(() => hold)
  await stage.trigger(BURST)
  for (let seen = -1; seen < begun() && begun() < BURST && endsAt() === Infinity;) {
    seen = begun()
    const changed = () => begun() > seen || endsAt() < Infinity || undefined
    await stage.endpoint.until(changed, holdMs)
  }
  const count = begun()
  stage.answer(() => ok)
  for (const release of held) release()
  return count
}
