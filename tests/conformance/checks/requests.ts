import type { Lab } from '../lab.ts'
import { headerChecks } from './headers.ts'
import { httpChecks } from './http.ts'
import { payloadChecks } from './payload.ts'

const checks = [...headerChecks, ...payloadChecks, ...httpChecks]

/** Rules that hold for each request by itself, over all that came. */
export function checkRequests(lab: Lab): void {
  for (const { rule, faultOf } of checks) {
    let seen = 0
    for (const stage of lab.stages) {
      for (const attempt of stage.attempts) {
        const fault = faultOf(attempt, { lab, stage })
        if (fault !== null) seen++
        if (fault) lab.findings.fail(rule, fault)
      }
    }
    if (seen > 0) lab.findings.pass(rule, `so in all of ${seen} requests`)
  }
}
