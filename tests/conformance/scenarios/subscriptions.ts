import { verifyingSecrets } from '../checks/signature.ts'
import { idOf } from '../lab.ts'
import type { Scenario } from './scenario.ts'

const rotation: Scenario = {
  name: 'rotation',
  rules: ['rotation-both'],
  async play(lab) {
    if (lab.sender.rotateSecret === undefined) throw new Error('the adapter cannot rotate a secret')
    const stage = await lab.stage({ alone: true })
    await stage.rotateSecret()
    await stage.trigger(1)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    const [attempt] = stage.attempts
    const verified = attempt && verifyingSecrets(attempt, stage.secrets)
    if (verified === undefined || verified.length === 0)
      lab.findings.skip('rotation-both', 'no signature verifies at all')
    else if (verified.length === stage.secrets.length)
      lab.findings.pass('rotation-both', 'the new secret and the old one both verify')
    else {
      const which = verified.includes(stage.secrets[0] ?? '') ? 'the new' : 'the old'
      lab.findings.fail('rotation-both', `only ${which} one verifies after a rotation`)
    }
    await stage.close()
  },
}

const fanout: Scenario = {
  name: 'fanout',
  rules: ['fanout'],
  async play(lab) {
    const one = await lab.stage({ alone: true })
    const other = await lab.stage({ alone: true, beside: one })
    await one.trigger(1)
    if (!(await one.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    const both = await other.arrived(1, lab.retryWaitMs)
    lab.findings[both ? 'pass' : 'fail'](
      'fanout',
      both ? 'two endpoints got one event' : 'the second endpoint did not get the event',
    )
    await one.close()
    await other.close()
  },
}

const filter: Scenario = {
  name: 'event-filter',
  rules: ['event-filter'],
  async play(lab) {
    const [wanted, other] = lab.sender.eventTypes ?? []
    if (wanted === undefined || other === undefined)
      throw new Error('the adapter names fewer than two event types')
    const stage = await lab.stage({ alone: true, eventTypes: [wanted] })
    await stage.trigger(1, other)
    await stage.trigger(1, wanted)
    if (!(await stage.arrived(1, lab.patienceMs))) throw new Error('no message arrived')
    const two = (): true | undefined => new Set(stage.attempts.map(idOf)).size > 1 || undefined
    const more = (await stage.endpoint.until(two, lab.quietMs)) ?? false
    lab.findings[more ? 'fail' : 'pass'](
      'event-filter',
      more ? `${other} arrived too` : `${wanted} arrived, ${other} did not`,
    )
    await stage.close()
  },
}

const httpsOnly: Scenario = {
  name: 'https-only',
  rules: ['https-only'],
  async play({ sender, receiver, findings, patienceMs }) {
    if (!receiver.url.startsWith('https:'))
      throw new Error('the receiver has no https, so the sender was configured to allow http')
    const { url } = receiver.open('without-https')
    const refused = await sender
      .subscribe(url.replace(/^https:/, 'http:'), {
        firstRequest: () => Promise.reject(new Error(`not awaited for ${patienceMs} ms`)),
      })
      .then(
        () => false,
        () => true,
      )
    findings[refused ? 'pass' : 'fail'](
      'https-only',
      refused ? 'http:// was refused' : 'http:// was taken',
    )
  },
}

export const subscriptions: readonly Scenario[] = [rotation, fanout, filter, httpsOnly]
