import { inTurn, ok, status } from '../responses.ts'
import { gapMs } from '../lab.ts'
import type { Scenario } from './scenario.ts'

/** No request has arrived, so that nothing can be judged. */
export class NothingCameError extends Error {}

/** Played before all others, which need the delay of the first retry. */
export const firstRetry: Scenario = {
  name: 'first-retry',
  rules: ['retries'],
  async play(lab) {
    const stage = await lab.stage()
    stage.respond(inTurn(status(500), ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs)))
      throw new NothingCameError(
        `No request arrived at ${stage.endpoint.url} within ${lab.patienceMs / 1000} s.`,
      )
    await stage.arrived(2, lab.patienceMs)
    const [first, second] = stage.attempts
    if (first !== undefined && second !== undefined) {
      lab.firstGapMs = gapMs(first, second)
      lab.findings.pass('retries', `sent again ${seconds(lab.firstGapMs)} after a 500`)
    } else {
      lab.findings.fail('retries', `not sent again within ${seconds(lab.patienceMs)} of a 500`)
    }
    await stage.close()
  },
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
