import { header, signaturesOf } from './signature.ts'
import type { RequestCheck } from './check.ts'
import type { Attempt } from '../receiver.ts'

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
/** Ten digits are seconds until the year 2286; milliseconds have 13. */
const SECONDS = /^\d{1,10}$/
/** Tolerance of the libraries of the specification. */
const TOLERANCE_SECONDS = 300

export const headerChecks: readonly RequestCheck[] = [
  { rule: 'header-id', violationOf: (attempt) => notOnce(attempt, 'webhook-id') },
  { rule: 'header-timestamp', violationOf: (attempt) => notOnce(attempt, 'webhook-timestamp') },
  { rule: 'header-signature', violationOf: (attempt) => notOnce(attempt, 'webhook-signature') },
  {
    rule: 'header-names',
    violationOf({ rawHeaders }) {
      const other = rawHeaders.find(
        ([name]) =>
          NAMES.some((ours) => ours === name.toLowerCase()) && name !== name.toLowerCase(),
      )
      return other && `${other[0]} is not in lower case`
    },
  },
  {
    rule: 'id-no-dot',
    violationOf(attempt) {
      const id = header(attempt, 'webhook-id')
      if (id === undefined) return null
      return id.includes('.') ? `the id ${id} has a full stop` : undefined
    },
  },
  {
    rule: 'timestamp-integer',
    violationOf(attempt) {
      const timestamp = header(attempt, 'webhook-timestamp')
      if (timestamp === undefined) return null
      return SECONDS.test(timestamp) ? undefined : `${timestamp} is not an integer of seconds`
    },
  },
  {
    rule: 'timestamp-of-attempt',
    violationOf(attempt) {
      const timestamp = timestampOf(attempt)
      if (timestamp === undefined) return null
      const off = Math.abs(attempt.date.getTime() / 1000 - timestamp)
      return off <= TOLERANCE_SECONDS ? undefined : `${off.toFixed(0)} s from the time of arrival`
    },
  },
  {
    rule: 'signature-format',
    violationOf(attempt) {
      const signatures = signaturesOf(attempt)
      if (signatures.length === 0) return null
      if (!signatures.includes(undefined)) return undefined
      return `${header(attempt, 'webhook-signature')} is not a list of signatures`
    },
  },
]

export function timestampOf(attempt: Attempt): number | undefined {
  const timestamp = header(attempt, 'webhook-timestamp') ?? ''
  return SECONDS.test(timestamp) ? Number(timestamp) : undefined
}

function notOnce({ rawHeaders }: Attempt, wanted: string): string | undefined {
  const found = rawHeaders.filter(([name]) => name.toLowerCase() === wanted).length
  if (found === 1) return undefined
  return found === 0 ? `${wanted} is missing` : `${wanted} occurs ${found} times`
}
