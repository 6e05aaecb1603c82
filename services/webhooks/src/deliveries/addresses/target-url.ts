import { isIP } from 'node:net'
import { BadUserInputError } from '@takeoff/kit/values/errors'
import { isAllowedAddress } from './target-address.ts'
import type { AddressRules } from './target-address.ts'

const URL_LENGTH_MAX = 2048
/**
 * Names that never resolve to a public address: reserved ones (RFC 6761, RFC 6762, RFC 8375, RFC 9476) and
 * names that networks, clusters and containers use internally, none of which is delegated.
 */
const LOCAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|test|invalid|example|onion|alt|corp|home|private|svc|consul|docker)\.?$/i
/** At least two labels; the URL parser keeps empty ones. */
const NAME = /^[^.]+(\.[^.]+)+\.?$/

/**
 * Normalizes a URL that webhooks may be sent to. The addresses of its name are checked when connecting; this
 * rejects URLs that can never be valid.
 * @throws BadUserInputError (argument url) with the reason
 */
export function parseTargetUrl(text: string, rules: AddressRules): string {
  if (text.length > URL_LENGTH_MAX) throw refused(`must have at most ${URL_LENGTH_MAX} characters`)
  if (!URL.canParse(text))
    throw refused('must be an absolute URL, such as https://example.com/hooks')
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(rules.allowLoopback && url.protocol === 'http:')) {
    throw refused('must begin with https://')
  }
  if (url.username !== '' || url.password !== '')
    throw refused('must not contain a user name or password')
  if (url.hash !== '') throw refused('must not contain a fragment (#…)')
  if (url.port === '0') throw refused('must not have the port 0')
  requirePublicHost(url.hostname.replace(/^\[|\]$/g, ''), rules)
  return url.href
}

function requirePublicHost(host: string, rules: AddressRules): void {
  if (isIP(host) !== 0) {
    if (!isAllowedAddress(host, rules))
      throw refused('must name a public address; this one is private or reserved')
    return
  }
  if (rules.allowLoopback && host === 'localhost') return
  if (LOCAL_NAME.test(host) || !NAME.test(host)) {
    throw refused(`must name a public host; ${host} is known only inside a network`)
  }
}

function refused(what: string): BadUserInputError {
  return new BadUserInputError(`The url ${what}.`, 'url')
}
