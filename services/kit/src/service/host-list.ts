import { InvalidValueError, optional, variable } from './config.ts'
import type { Options, Variable } from './config.ts'

/** Scheme and credentials, hosts, and the rest: the last @ of an authority ends the credentials. */
const PARTS = /^([a-z][a-z+-]*:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is

/**
 * The URLs, one for each host, of a text whose hosts have commas between them, as libpq and the clients of RabbitMQ
 * take them: `postgres://user:password@a:5432,b:5433/database`.
 */
export function hostUrls(text: string): string[] {
  const [, start = '', hosts = '', rest = ''] = PARTS.exec(text) ?? []
  if (start === '') return [text]
  return hosts.split(',').map((host) => `${start}${host.trim()}${rest}`)
}

/** The host of a URL as connections take it: an IPv6 address without the brackets that it has in a URL. */
export function hostOf({ hostname }: URL): string {
  return decodeURIComponent(hostname).replaceAll(/^\[|\]$/g, '')
}

interface HostsUrlOptions {
  readonly protocols: readonly string[]
  /** What else is wrong with the URLs of the hosts; continues the variable's name. */
  readonly violation?: (urls: readonly URL[]) => string | undefined
}

/** A URL that names one host, or several with commas between them. The value is the text. */
export function hostsUrl(
  name: string,
  options: Options<string> & HostsUrlOptions,
): Variable<string> {
  return variable(name, options, (text) => {
    const urls = hostUrls(text).map((one) => (URL.canParse(one) ? new URL(one) : undefined))
    const valid = urls.filter((url) => url !== undefined)
    const isValid = ({ protocol, hostname }: URL): boolean =>
      options.protocols.includes(protocol.slice(0, -1)) && (hostname !== '' || urls.length === 1)
    if (valid.length < urls.length || !valid.every(isValid))
      throw new InvalidValueError(
        `must be a URL that begins with ${options.protocols.map((p) => `${p}://`).join(' or ')}, with the special characters of its password escaped: # as %23, % as %25, / as %2F, ? as %3F, @ as %40`,
      )
    const violation = escapeViolation(text, valid) ?? options.violation?.(valid)
    if (violation !== undefined) throw new InvalidValueError(violation)
    return text
  })
}

/** Otherwise the part of a password after the character would be lost, or its decoding would fail without naming the variable. */
function escapeViolation(text: string, [first]: readonly URL[]): string | undefined {
  if (text.includes('#')) return 'has a # that is not escaped: write %23'
  if (first === undefined || [first.username, first.password, first.pathname].every(isDecodable))
    return undefined
  return 'has a % that begins no escape: write %25'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Such a URL that may be unset; undefined then. */
export function optionalHostsUrl(
  name: string,
  options: Options<never> & HostsUrlOptions,
): Variable<string | undefined> {
  return optional(hostsUrl(name, options))
}
