import type { Attempt } from '../receiver.ts'
import type { RequestCheck } from './check.ts'

const SIZE_MAX_BYTES = 20_000
const EVENT_TYPE = /^[a-zA-Z0-9_]+(\.[a-zA-Z0-9_]+)*$/
const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
const JSON_TYPE = /^application\/([a-z.-]+\+)?json *(;|$)/i
/** White space between tokens; strings are matched first, and preserved. */
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g
const METADATA = new Set(['type', 'timestamp'])

export const payloadChecks: readonly RequestCheck[] = [
  {
    rule: 'payload-post',
    violationOf({ method, body }) {
      if (method !== 'POST') return `the method is ${method}`
      return body.length === 0 ? 'the body is empty' : undefined
    },
  },
  {
    rule: 'payload-json',
    violationOf: (attempt) => (jsonOf(attempt) === undefined ? 'the body is not JSON' : undefined),
  },
  {
    rule: 'payload-content-type',
    violationOf(attempt) {
      const type = attempt.headers['content-type']
      if (type === undefined) return 'there is no content-type'
      if (jsonOf(attempt) === undefined) return null
      return JSON_TYPE.test(type) ? undefined : `the content-type of JSON is ${type}`
    },
  },
  {
    rule: 'payload-type',
    violationOf: keyCheck('type', (value) => typeof value === 'string' && value !== ''),
  },
  {
    rule: 'payload-timestamp',
    violationOf: keyCheck(
      'timestamp',
      (value) =>
        typeof value === 'string' && ISO_8601.test(value) && !Number.isNaN(Date.parse(value)),
    ),
  },
  {
    rule: 'payload-data',
    violationOf(attempt) {
      const payload = payloadOf(attempt)
      if (payload === undefined) return null
      return Object.keys(payload).some((key) => !METADATA.has(key)) ? undefined : 'there is no data'
    },
  },
  {
    rule: 'payload-size',
    violationOf: ({ body }) => (body.length < SIZE_MAX_BYTES ? undefined : `${body.length} bytes`),
  },
  {
    rule: 'payload-minimized',
    violationOf(attempt) {
      if (jsonOf(attempt) === undefined) return null
      const text = attempt.body.toString()
      const spare = text.length - text.replace(STRING_OR_SPACE, '$1').length
      return spare === 0 ? undefined : `${spare} characters of white space`
    },
  },
  {
    rule: 'event-type-format',
    violationOf(attempt, { lab }) {
      const type = eventTypeOf(attempt, lab.typeKey)
      if (type === undefined) return null
      return EVENT_TYPE.test(type) ? undefined : type
    },
  },
]

/** The payload, if it is a JSON object. */
export function payloadOf(attempt: Attempt): Readonly<Record<string, unknown>> | undefined {
  const json = jsonOf(attempt)?.value
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Record<string, unknown>)
    : undefined
}

export function eventTypeOf(attempt: Attempt, typeKey: string): string | undefined {
  const type = payloadOf(attempt)?.[typeKey]
  return typeof type === 'string' ? type : undefined
}

function keyCheck(key: string, isFine: (value: unknown) => boolean): RequestCheck['violationOf'] {
  return (attempt) => {
    const payload = payloadOf(attempt)
    if (payload === undefined) return null
    const value = payload[key]
    if (value === undefined) return `there is no ${key}`
    return isFine(value) ? undefined : `${key} is ${JSON.stringify(value)}`
  }
}

function jsonOf({ body }: Attempt): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown }
  } catch {
    return undefined
  }
}
