import { idOf, seriesOf } from '../lab.ts'
import type { Lab, Stage } from '../lab.ts'
import type { Attempt, Receiver } from '../receiver.ts'
import { timestampOf } from './headers.ts'
import { eventTypeOf, payloadOf } from './payload.ts'

/** Timestamps count whole seconds: a message that is sent this much later has a later timestamp. */
const SECOND_MS = 1_000
/** Maximum difference between the transit times of two requests. */
const TRANSIT_MS = 1_000

/** Rules about several requests: the attempts of one message, the messages of one type. */
export function checkSeries(lab: Lab): void {
  for (const stage of lab.stages) {
    checkIds(lab, stage)
    for (const attempts of seriesOf(stage)) {
      const [first, ...retries] = attempts
      if (first === undefined) continue
      retries.forEach((retry, nth) => {
        checkTimestamp(lab, { first, failed: attempts[nth] ?? first, retry })
        checkEventTime(lab, first, retry)
      })
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

interface Retry {
  readonly first: Attempt
  /** The attempt before the retry. */
  readonly failed: Attempt
  readonly retry: Attempt
}

function checkTimestamp({ findings, receiver }: Lab, made: Retry): void {
  const { first, retry } = made
  const [before, after] = [timestampOf(first), timestampOf(retry)]
  if (before === undefined || after === undefined) return
  if (Math.max(surelyApartMs(made), apartMs(made, receiver)) < SECOND_MS) return
  if (after > before) findings.pass('timestamp-fresh', 'retries had later timestamps')
  else {
    const later = ((retry.at - first.at) / 1000).toFixed(1)
    findings.fail(
      'timestamp-fresh',
      `a retry ${later} s later had the timestamp of the first attempt`,
    )
  }
}

/** A retry is sent after the response to the failed attempt, regardless of lateness. */
function surelyApartMs({ first, failed: { respondedAt = first.at }, retry }: Retry): number {
  return respondedAt <= retry.at ? respondedAt - first.at : 0
}

/** Difference of the arrival times, minus the delays that may have affected only the retry. */
function apartMs({ first, retry }: Retry, { attention }: Receiver): number {
  return retry.at - first.at - TRANSIT_MS - attention.latenessMs(retry.at)
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

/** Keys may be absent or null; all their values must have one type. */
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
