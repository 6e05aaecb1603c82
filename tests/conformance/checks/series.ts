import { idOf, seriesOf } from '../lab.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Attempt } from '../receiver.ts'
import { timestampOf } from './headers.ts'
import { eventTypeOf, payloadOf } from './payload.ts'

/** A retry that comes so much later must have a later timestamp, which counts whole seconds. */
const LATER_MS = 2_000

/** Rules about several requests: the attempts of one message, the messages of one type. */
export function checkSeries(lab: Lab): void {
  for (const stage of lab.stages) {
    checkIds(lab, stage)
    for (const attempts of seriesOf(stage)) {
      const [first, ...retries] = attempts
      if (first === undefined) continue
      for (const retry of retries) {
        checkTimestamp(lab, first, retry)
        checkEventTime(lab, first, retry)
      }
    }
  }
  checkSchemas(lab)
}

function checkIds({ findings }: Lab, stage: Stage): void {
  const ids = stage.attempts.map(idOf).filter((id) => id !== undefined)
  const distinct = new Set(ids).size
  if (distinct > stage.triggered)
    findings.fail('id-stable', `${stage.triggered} messages had ${distinct} ids`)
  else if (ids.length > stage.triggered) findings.pass('id-stable', 'retries kept the id')
}

function checkTimestamp({ findings }: Lab, first: Attempt, retry: Attempt): void {
  const [before, after] = [timestampOf(first), timestampOf(retry)]
  if (before === undefined || after === undefined || retry.at - first.at < LATER_MS) return
  if (after > before) findings.pass('timestamp-fresh', 'retries had later timestamps')
  else {
    const later = ((retry.at - first.at) / 1000).toFixed(1)
    findings.fail(
      'timestamp-fresh',
      `a retry ${later} s later had the timestamp of the first attempt`,
    )
  }
}

function checkEventTime({ findings }: Lab, first: Attempt, retry: Attempt): void {
  const [before, after] = [payloadOf(first)?.['timestamp'], payloadOf(retry)?.['timestamp']]
  if (before === undefined) return findings.skip('event-time-kept', 'the payload has no timestamp')
  if (before === after) findings.pass('event-time-kept', 'retries kept the timestamp of the event')
  else
    findings.fail(
      'event-time-kept',
      `${JSON.stringify(before)} became ${JSON.stringify(after)} in a retry`,
    )
}

/** Keys may be absent or null; where they have a value, it is of one type. */
function checkSchemas({ findings, stages, typeKey }: Lab): void {
  const schemas = new Map<string, Map<string, string>>()
  for (const attempt of stages.flatMap(({ attempts }) => attempts)) {
    const type = eventTypeOf(attempt, typeKey)
    if (type === undefined) continue
    const schema = schemas.get(type) ?? new Map<string, string>()
    schemas.set(type, schema)
    for (const [key, kind] of kindsOf(payloadOf(attempt), '')) {
      const before = schema.get(key) ?? kind
      schema.set(key, before)
      if (before !== kind)
        findings.fail('event-schema', `${key} of ${type} is ${before} and ${kind}`)
    }
  }
  if (schemas.size === 0) findings.skip('event-schema', `no payload has a ${typeKey}`)
  else findings.pass('event-schema', `one schema each of ${[...schemas.keys()].join(', ')}`)
}

function kindsOf(value: unknown, path: string): [string, string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return [[path, 'an array']]
  if (typeof value !== 'object') return [[path, `a ${typeof value}`]]
  return [
    [path, 'an object'],
    ...Object.entries(value).flatMap(([key, inner]) => kindsOf(inner, `${path}/${key}`)),
  ]
}
