import { cutOff, malformed, ok, reset, status } from '../responses.ts'
import type { Respond } from '../responses.ts'
import { idOf } from '../lab.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import type { RuleId } from '../rules.ts'
import type { Scenario } from './scenario.ts'

interface Failure {
  readonly name: string
  readonly respond: Respond
}

const statuses = (...codes: number[]): Failure[] =>
  codes.map((code) => ({ name: String(code), respond: status(code) }))

const REDIRECTS = [301, 302, 303, 307, 308]

export const failures: readonly Scenario[] = [
  scenario('failure-4xx', statuses(400, 401, 403, 404, 409, 422)),
  scenario('failure-5xx', statuses(500, 501, 503, 599)),
  scenario('failure-connection', [
    { name: 'a reset', respond: reset },
    { name: 'a response cut off in its headers', respond: cutOff },
  ]),
  scenario('answer-malformed', [{ name: 'a greeting of SMTP', respond: malformed }]),
  {
    name: 'redirects',
    rules: ['failure-3xx', 'redirects-not-followed'],
    async play(lab) {
      const stage = await lab.stage()
      const headers = { location: stage.endpoint.redirectUrl }
      const redirects = REDIRECTS.map((code) => ({
        name: String(code),
        respond: status(code, headers),
      }))
      const unretried = await unretriedOf(lab, stage, redirects)
      const followed = stage.endpoint.followed.length
      if (followed > 0) {
        lab.findings.fail('redirects-not-followed', `${followed} of ${REDIRECTS.length} followed`)
        lab.findings.skip('failure-3xx', 'redirects are followed')
      } else {
        lab.findings.pass('redirects-not-followed', `none of ${REDIRECTS.join(', ')} followed`)
        judge(lab, 'failure-3xx', redirects, unretried)
      }
      await stage.close()
    },
  },
]

function scenario(rule: RuleId, table: readonly Failure[]): Scenario {
  return {
    name: rule,
    rules: [rule],
    async play(lab) {
      const stage = await lab.stage()
      judge(lab, rule, table, await unretriedOf(lab, stage, table))
      await stage.close()
    },
  }
}

function judge(
  { findings }: Lab,
  rule: RuleId,
  table: readonly Failure[],
  unretried: readonly Failure[],
): void {
  const names = (those: readonly Failure[]): string => those.map(({ name }) => name).join(', ')
  if (unretried.length === 0) findings.pass(rule, `sent again after ${names(table)}`)
  else findings.fail(rule, `not sent again after ${names(unretried)}`)
}

/** Responds to each message with one of the failures, then 204; returns the failures that were not retried. */
async function unretriedOf(
  lab: Lab,
  stage: Stage,
  table: readonly Failure[],
): Promise<readonly Failure[]> {
  if (lab.firstGapMs === undefined) throw new Error('the sender does not retry')
  const given = new Map<string | Attempt, Failure>()
  const retried = new Set<Failure>()
  stage.respond((_nth, attempt) => {
    const key = idOf(attempt) ?? attempt
    const before = given.get(key)
    // An unknown id after all messages have arrived is a retry under another id.
    const failure = before ?? table[given.size]
    if (before === undefined && failure !== undefined) {
      given.set(key, failure)
      return failure.respond
    }
    const again = before ?? table.find((one) => !retried.has(one))
    if (again !== undefined) retried.add(again)
    return ok
  })
  await stage.trigger(table.length)
  const all = (): true | undefined => retried.size === table.length || undefined
  await stage.endpoint.until(all, lab.retryWaitMs)
  if (given.size < table.length)
    throw new Error(`${given.size} of ${table.length} messages arrived, by their ids`)
  return table.filter((one) => !retried.has(one))
}
