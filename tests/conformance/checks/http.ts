import { COOKIE } from '../receiver.ts'
import type { Attempt } from '../receiver.ts'
import type { RequestCheck } from './check.ts'

const SECRET_PREFIX = 'whsec_'

export const httpChecks: readonly RequestCheck[] = [
  {
    rule: 'http-host',
    violationOf(attempt, { lab }) {
      const hosts = valuesOf(attempt, 'host')
      const [host = ''] = hosts
      if (hosts.length !== 1) return `${hosts.length} Host headers`
      const expected = lab.receiver.hosts
      return expected.includes(host) ? undefined : `Host is ${host}, not ${expected.join(' or ')}`
    },
  },
  {
    rule: 'http-target',
    violationOf({ target }, { stage }) {
      const { pathname, search } = new URL(stage.endpoint.url)
      // A proxy in front of the receiver may remove a prefix of the path.
      const { length } = `/${pathname.split('/').at(-1)}${search}`
      const whole = (pathname + search).endsWith(target) && target.length >= length
      return whole ? undefined : `${target} instead of ${pathname}${search}`
    },
  },
  {
    rule: 'http-framing',
    violationOf(attempt, { stage }) {
      const [unreadable] = stage.endpoint.unreadable
      if (unreadable !== undefined) return unreadable
      const stated = valuesOf(attempt, 'content-length').length
      const chunked = valuesOf(attempt, 'transfer-encoding').length
      return stated + chunked === 1
        ? undefined
        : `${stated} Content-Length, ${chunked} Transfer-Encoding`
    },
  },
  {
    rule: 'http-user-agent',
    violationOf: ({ headers }) => (headers['user-agent'] ? undefined : 'there is no User-Agent'),
  },
  {
    rule: 'http-content-coding',
    violationOf({ headers }) {
      const coding = headers['content-encoding']
      return coding === undefined || coding === 'identity'
        ? undefined
        : `content-encoding: ${coding}`
    },
  },
  {
    rule: 'http-cookies',
    violationOf: ({ headers }) =>
      headers.cookie?.includes(COOKIE) === true
        ? 'a cookie of a response was sent back'
        : undefined,
  },
  {
    rule: 'secret-not-sent',
    violationOf(attempt, { stage }) {
      if (stage.secrets.length === 0) return null
      const sent = [attempt.target, ...attempt.rawHeaders.map(([, value]) => value), attempt.body]
      const forms = stage.secrets.flatMap(formsOf)
      const found = sent.some((part) => forms.some((form) => part.includes(form)))
      return found ? 'a request contains the secret' : undefined
    },
  },
]

/** The secret as it is shown, and in encodings that a sender might use by mistake. */
function formsOf(secret: string): string[] {
  const base64 = secret.replace(SECRET_PREFIX, '')
  const bytes = Buffer.from(base64, 'base64')
  return [base64, bytes.toString('hex'), bytes.toString('base64url')]
}

function valuesOf({ rawHeaders }: Attempt, wanted: string): string[] {
  return rawHeaders.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
}
