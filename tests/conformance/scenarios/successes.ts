import { status } from '../responses.ts'
import { idOf } from '../lab.ts'
import type { Lab } from '../lab.ts'
import type { Scenario } from './scenario.ts'
import { seconds } from './first-retry.ts'

const STATUSES = [200, 201, 202, 203, 204, 299]

export const successes: Scenario = {
  name: 'successes',
  rules: ['success-2xx', 'id-unique'],
  async play(lab) {
    const stage = await lab.stage()
    stage.respond((nth) => status(STATUSES[nth] ?? 204))
    await stage.trigger(STATUSES.length)
    if (!(await stage.arrived(STATUSES.length, lab.patienceMs)))
      throw new Error(`${stage.attempts.length} of ${STATUSES.length} messages arrived`)
    await stage.arrived(STATUSES.length + 1, lab.quietMs)
    judge(lab, stage.attempts.map(idOf))
    await stage.close()
  },
}

function judge({ findings, quietMs }: Lab, ids: readonly (string | undefined)[]): void {
  const extra = ids.slice(STATUSES.length)
  if (extra.length === 0) {
    findings.pass('success-2xx', `no request for ${seconds(quietMs)} after ${STATUSES.join(', ')}`)
  } else {
    const after = extra.map((id) => STATUSES[ids.indexOf(id)] ?? '2xx')
    findings.fail('success-2xx', `sent again after ${[...new Set(after)].join(', ')}`)
  }
  const known = ids.slice(0, STATUSES.length).filter((id) => id !== undefined)
  const distinct = new Set(known).size
  if (known.length === 0) findings.skip('id-unique', 'there is no webhook-id')
  else if (distinct === known.length)
    findings.pass('id-unique', `${distinct} messages, ${distinct} ids`)
  else if (extra.length === 0)
    findings.fail('id-unique', `${known.length} messages had ${distinct} ids`)
}
