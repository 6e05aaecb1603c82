import { COOKIE } from '../receiver.ts'
import type { Attempt } from '../receiver.ts'
import type { RequestCheck } from './check.ts'

const SECRET_PREFIX = 'whsec_'

export const httpChecks: readonly RequestCheck[] = [
  {
    rule: 'http-host',
    faultOf(attempt, { lab }) {
      const hosts = valuesOf(attempt, 'host')
      const [host = ''] = hosts
      if (hosts.length !== 1) return `${hosts.length} Host headers`
      const expected = lab.receiver.hosts
      return expected.includes(host) ? undefined : `Host is ${host}, not ${expected.join(' or ')}`
    },
  },
  {
    rule: 'http-target',
    faultOf({ target }, { stage }) {
      const { pathname, search } = new URL(stage.endpoint.url)
      // What forwards to the receiver may take the beginning of the path away.
      const { length } = `/${pathname.split('/').at(-1)}${search}`
      const whole = (pathname + search).endsWith(target) && target.length >= length
      return whole ? undefined : `${target} instead of ${pathname}${search}`
    },
  },
  {
    rule: 'http-framing',
    faultOf(attempt, { stage }) {
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
    faultOf: ({ headers }) => (headers['user-agent'] ? undefined : 'there is no User-Agent'),
  },
  {
    rule: 'http-content-coding',
    faultOf({ headers }) {
      const coding = headers['content-encoding']
      return coding === undefined || coding === 'identity'
        ? undefined
        : `content-encoding: ${coding}`
    },
  },
  {
    rule: 'http-cookies',
    faultOf: ({ headers }) =>
      headers.cookie?.includes(COOKIE) === true ? 'a cookie of a response came back' : undefined,
  },
  {
    rule: 'secret-not-sent',
    faultOf(attempt, { stage }) {
      if (stage.secrets.length === 0) return null
      const sent = [attempt.target, ...attempt.rawHeaders.map(([, value]) => value), attempt.body]
      const forms = stage.secrets.flatMap(formsOf)
      const found = sent.some((part) => forms.some((form) => part.includes(form)))
      return found ? 'the secret came with a request' : undefined
    },
  },
]

/** As it is shown, and as it might be encoded by mistake. */
function formsOf(secret: string): string[] {
  const base64 = secret.replace(SECRET_PREFIX, '')
  const bytes = Buffer.from(base64, 'base64')
  return [base64, bytes.toString('hex'), bytes.toString('base64url')]
}

function valuesOf({ rawHeaders }: Attempt, wanted: string): string[] {
  return rawHeaders.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value)
}
