import type { Lab } from '../lab.ts'
import { headerChecks } from './headers.ts'
import { httpChecks } from './http.ts'
import { payloadChecks } from './payload.ts'

const checks = [...headerChecks, ...payloadChecks, ...httpChecks]

/** Checks the rules that apply to each request individually. */
export function checkRequests(lab: Lab): void {
  for (const { rule, violationOf } of checks) {
    let seen = 0
    for (const stage of lab.stages) {
      for (const attempt of stage.attempts) {
        const violation = violationOf(attempt, { lab, stage })
        if (violation !== null) seen++
        if (violation) lab.findings.fail(rule, violation)
      }
    }
    if (seen > 0) lab.findings.pass(rule, `so in all of ${seen} requests`)
  }
}
