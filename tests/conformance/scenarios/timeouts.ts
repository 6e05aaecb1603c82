import { endless, hang, inTurn, largeHeaders, ok } from '../answers.ts'
import type { Lab, Stage } from '../lab.ts'
import type { RuleId } from '../rules.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

const TIMEOUT_MIN_MS = 15_000
const TIMEOUT_MAX_MS = 30_000
/** For what a network and a busy machine add. */
const TOLERANCE = 0.05
/** A sender that has not given up by then never does. */
const GIVEN_UP_MS = 90_000

const hanging: Scenario = {
  name: 'timeout',
  rules: ['failure-timeout', 'timeout-length'],
  async play(lab) {
    const { findings } = lab
    const stage = await lab.stage({ alone: true })
    stage.answer(inTurn(hang, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message came')
    const [first] = stage.attempts
    const abandonedAt = await stage.endpoint.until(() => first?.abandonedAt, waitMs(lab))
    if (first === undefined || abandonedAt === undefined) {
      findings.fail('failure-timeout', `still waiting after ${seconds(waitMs(lab))}`)
      return stage.close()
    }
    const timeoutMs = (abandonedAt - first.at) * lab.timeScale
    const inRange =
      timeoutMs >= TIMEOUT_MIN_MS * (1 - TOLERANCE) && timeoutMs <= TIMEOUT_MAX_MS * (1 + TOLERANCE)
    findings[inRange ? 'pass' : 'fail']('timeout-length', `gave up after ${seconds(timeoutMs)}`)
    if (lab.firstGapMs === undefined) findings.skip('failure-timeout', 'the sender does not retry')
    else if (await stage.arrived(2, lab.retryWaitMs))
      findings.pass('failure-timeout', 'sent again after no answer')
    else findings.fail('failure-timeout', 'not sent again after no answer')
    await stage.close()
  },
}

const endlessly: Scenario = {
  name: 'answer-endless',
  rules: ['answer-endless'],
  async play(lab) {
    const stage = await lab.stage({ alone: true })
    stage.answer(inTurn(endless, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message came')
    const [first] = stage.attempts
    const abandonedAt = await stage.endpoint.until(() => first?.abandonedAt, waitMs(lab))
    if (abandonedAt === undefined)
      lab.findings.fail('answer-endless', `still reading after ${seconds(waitMs(lab))}`)
    else await expectNext(lab, stage, 'answer-endless')
    await stage.close()
  },
}

const largely: Scenario = {
  name: 'answer-large-headers',
  rules: ['answer-large-headers'],
  async play(lab) {
    const stage = await lab.stage({ alone: true })
    stage.answer(inTurn(largeHeaders, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message came')
    await expectNext(lab, stage, 'answer-large-headers')
    await stage.close()
  },
}

export const timeouts: readonly Scenario[] = [hanging, endlessly, largely]

/** Another message comes, after a retry or without one. */
async function expectNext(lab: Lab, stage: Stage, rule: RuleId): Promise<void> {
  await stage.arrived(2, lab.quietMs)
  const before = stage.attempts.length
  await stage.trigger(1)
  if (await stage.arrived(before + 1, lab.retryWaitMs))
    lab.findings.pass(rule, 'given up; the next message came')
  else lab.findings.fail(rule, `no further message came within ${seconds(lab.retryWaitMs)}`)
}

function waitMs({ timeScale, patienceMs }: Lab): number {
  return Math.min(patienceMs, GIVEN_UP_MS / timeScale)
}
