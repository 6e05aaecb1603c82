import { endless, hang, inTurn, largeHeaders, ok } from '../responses.ts'
import { conclude, verdictOf } from '../judgement.ts'
import type { Lab, Stage } from '../lab.ts'
import type { RuleId } from '../rules.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

/** Allowance for the network. */
const TOLERANCE = 0.05
const TIMEOUT_MS = { min: 15_000 * (1 - TOLERANCE), max: 30_000 * (1 + TOLERANCE) }
/** A sender that still waits after this time is considered to have no timeout. */
const GIVEN_UP_MS = 90_000

const hanging: Scenario = {
  name: 'timeout',
  rules: ['failure-timeout', 'timeout-length'],
  async play(lab) {
    const { findings } = lab
    const stage = await lab.stage({ alone: true })
    stage.respond(inTurn(hang, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    const [first] = stage.attempts
    const abandonedAt = await stage.endpoint.until(() => first?.abandonedAt, waitMs(lab))
    if (first === undefined || abandonedAt === undefined) {
      findings.fail('failure-timeout', `still waiting after ${seconds(waitMs(lab))}`)
      return stage.close()
    }
    if (lab.firstGapMs === undefined) findings.skip('failure-timeout', 'the sender does not retry')
    else if (await stage.arrived(2, lab.retryWaitMs))
      findings.pass('failure-timeout', 'sent again after no response')
    else findings.fail('failure-timeout', 'not sent again after no response')
    await stage.close()
    judgeLength(lab, first.at, abandonedAt)
  },
}

function judgeLength({ findings, receiver, timeScale }: Lab, from: number, to: number): void {
  const { attention } = receiver
  const timeoutMs = (to - from) * timeScale
  const possible = {
    min: timeoutMs - attention.latenessMs(to) * timeScale,
    max: timeoutMs + attention.latenessMs(from) * timeScale,
  }
  const verdict = verdictOf(possible, TIMEOUT_MS)
  conclude(findings, 'timeout-length', verdict, `gave up after ${seconds(timeoutMs)}`)
}

const endlessly: Scenario = {
  name: 'answer-endless',
  rules: ['answer-endless'],
  async play(lab) {
    const stage = await lab.stage({ alone: true })
    stage.respond(inTurn(endless, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
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
    stage.respond(inTurn(largeHeaders, ok))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    await expectNext(lab, stage, 'answer-large-headers')
    await stage.close()
  },
}

export const timeouts: readonly Scenario[] = [hanging, endlessly, largely]

/** Expects another message, with or without a retry in between. */
async function expectNext(lab: Lab, stage: Stage, rule: RuleId): Promise<void> {
  await stage.arrived(2, lab.quietMs)
  const before = stage.attempts.length
  await stage.trigger(1)
  if (await stage.arrived(before + 1, lab.retryWaitMs))
    lab.findings.pass(rule, 'abandoned; the next message arrived')
  else lab.findings.fail(rule, `no further message arrived within ${seconds(lab.retryWaitMs)}`)
}

function waitMs({ timeScale, patienceMs }: Lab): number {
  return Math.min(patienceMs, GIVEN_UP_MS / timeScale)
}
