import { inTurn, ok, status } from '../responses.ts'
import type { Respond } from '../responses.ts'
import { UnclearError } from '../judgement.ts'
import type { Scenario } from './scenario.ts'

/** Longer than a second, the resolution of timestamps. */
const HOLD_MS = 1_100

/**
 * A slow failure: even if it is retried at once and either request arrives late, the two were sent more than a
 * second apart.
 */
export const slowFailure: Scenario = {
  name: 'slow-failure',
  rules: ['timestamp-fresh'],
  async play(lab) {
    if (lab.firstGapMs === undefined) throw new Error('the sender does not retry')
    const stage = await lab.stage()
    stage.respond(inTurn(slowly(status(500)), ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    await stage.arrived(2, HOLD_MS + lab.retryWaitMs)
    const [first, retry] = stage.attempts
    await stage.close()
    if (retry === undefined) throw new Error('not sent again after a slow 500')
    if (first?.respondedAt === undefined)
      throw new UnclearError(`no response was awaited for ${HOLD_MS} ms`)
  },
}

function slowly(respond: Respond): Respond {
  return (response) => {
    setTimeout(() => respond(response), HOLD_MS)
  }
}
