import type { TakeoffError } from './errors.ts'

/** Mutations that neither honor an Idempotency-Key nor have the same effect when they are repeated. */
export const NEVER_REPEATED = ['webhookVerificationResend', 'webhookDeliveryRetry', 'webhookReplay']

/** Between definitions GraphQL ignores white space, commas and a byte order mark, which `\s` contains. */
const MUTATION = /(?:^|[\s},])mutation\b/
const NEVER = new RegExp(String.raw`\b(?:${NEVER_REPEATED.join('|')})\b`)

/** With these nothing has been done in the fields that they belong to. */
const NOT_RUN = new Set([
  'RATE_LIMITED',
  'RENDERING_QUEUE_FULL',
  'PLANNER_UNAVAILABLE',
  'ORGANIZATION_READ_ONLY',
])
/** With these it is unknown what has been done. */
const UNKNOWN = new Set(['NETWORK_ERROR', 'TIMEOUT', 'SUBGRAPH_UNAVAILABLE', 'COMMIT_UNKNOWN'])
const UNKNOWN_STATUS = new Set([502, 503, 504])

export const isMutation = (text: string): boolean => MUTATION.test(text)

/** Whether a document may be sent again after this error. */
export function mayRepeat(text: string, error: TakeoffError): boolean {
  const { status = 0, errors, data, code } = error
  const codes = errors.length > 0 ? errors.map(codeOf) : [code]
  const isHarmless = !isMutation(text) || !NEVER.test(text)
  const notRun = status === 429 || codes.every((each) => NOT_RUN.has(each))
  // With data, also null, fields have run, and others than those with an error may have had their effect.
  if (notRun) return isHarmless || data === undefined
  return isHarmless && (UNKNOWN_STATUS.has(status) || codes.every(isUnknown))
}

const codeOf = ({ extensions }: TakeoffError['errors'][number]): string =>
  String(extensions?.['code'])
const isUnknown = (code: string): boolean => UNKNOWN.has(code) || NOT_RUN.has(code)
