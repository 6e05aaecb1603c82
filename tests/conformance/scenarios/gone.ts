import { status } from '../responses.ts'
import { seconds } from './first-retry.ts'
import type { Scenario } from './scenario.ts'

export const gone: Scenario = {
  name: 'gone',
  rules: ['gone-disables'],
  async play(lab) {
    const stage = await lab.stage({ alone: true })
    stage.respond(() => status(410))
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    if (await stage.arrived(2, lab.quietMs)) {
      lab.findings.fail('gone-disables', 'sent again after 410')
    } else {
      // A sender may refuse to trigger anything for an endpoint that is disabled.
      await stage.trigger(1).catch(() => undefined)
      if (await stage.arrived(2, lab.quietMs))
        lab.findings.fail('gone-disables', 'a message was sent after another had got 410')
      else
        lab.findings.pass(
          'gone-disables',
          `neither a retry nor another message in ${seconds(2 * lab.quietMs)} after 410`,
        )
    }
    await stage.close()
  },
}
