import { BadUserInputError } from '@takeoff/kit/values/errors'

const HEADERS_MAX = 20
const NAME_LENGTH_MAX = 100
const VALUE_LENGTH_MAX = 1_000

/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
/** Visible ASCII, with spaces inside. */
const VALUE = /^[!-~](?:[ -~]*[!-~])?$/

/** Names reserved for the sender, the connection or a proxy; compared in lower case. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set([
  // Message and connection.
  'host',
  'accept',
  'accept-charset',
  'accept-encoding',
  'alt-used',
  'connection',
  'date',
  'early-data',
  'expect',
  'http2-settings',
  'keep-alive',
  'max-forwards',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  // Set by browsers.
  'cookie',
  'cookie2',
  'dnt',
  'origin',
  'referer',
  'set-cookie',
  // Origin of a request, as set by a proxy.
  'cdn-loop',
  'client-ip',
  'forwarded',
  'fastly-client-ip',
  'true-client-ip',
  'via',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'x-original-host',
  'x-original-url',
  'x-real-ip',
  'x-rewrite-url',
  // Method overrides.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  // Required by cloud metadata services as a protection against accidental requests.
  'metadata',
  'metadata-flavor',
  'x-google-metadata-request',
])

const FORBIDDEN_PREFIXES = [
  'access-control-',
  'cf-',
  'content-',
  'if-',
  'proxy-',
  'sec-',
  'svix-',
  'webhook-',
  'x-aws-ec2-metadata-',
  'x-forwarded-',
]

/** A custom header in each request of a subscription. */
export interface CustomHeader {
  readonly name: string
  readonly value: string
}

/**
 * Parses custom headers; names keep their spelling.
 * @throws BadUserInputError (argument headers, headers[2].name or headers[2].value); never repeats a value
 */
export function parseCustomHeaders(input: readonly CustomHeader[]): CustomHeader[] {
  if (input.length > HEADERS_MAX) {
    throw new BadUserInputError(`headers must have at most ${HEADERS_MAX} headers.`, 'headers')
  }
  const seen = new Set<string>()
  return input.map(({ name, value }, index) => {
    requireName(name, `headers[${index}].name`)
    requireValue(value, `headers[${index}].value`)
    const key = name.toLowerCase()
    if (seen.has(key)) {
      throw new BadUserInputError(
        `The header ${name} is given twice. Names are the same in capital and small letters.`,
        `headers[${index}].name`,
      )
    }
    seen.add(key)
    return { name, value }
  })
}

/**
 * Parses decrypted custom headers, a JSON object of names and values.
 * Omits names that were allowed when they were stored and are forbidden now.
 */
export function readCustomHeaders(json: string): Readonly<Record<string, string>> {
  const headers = Object.entries(JSON.parse(json) as Record<string, string>)
  return Object.fromEntries(headers.filter(([name]) => !isForbidden(name)))
}

function requireName(name: string, argument: string): void {
  if (name.length > NAME_LENGTH_MAX || !NAME.test(name)) {
    throw new BadUserInputError(
      `A header's name must have 1 to ${NAME_LENGTH_MAX} characters: letters, digits and any of !#$%&'*+-.^_\`|~`,
      argument,
    )
  }
  if (isForbidden(name)) {
    throw new BadUserInputError(
      `The header ${name} cannot be chosen: it is set by the sender, the connection or a proxy. Use a name of your own, such as x-api-key.`,
      argument,
    )
  }
}

/** Receivers with CGI variables cannot distinguish X_Forwarded_For and X.Forwarded.For from the real header. */
function isForbidden(name: string): boolean {
  const key = name.toLowerCase().replace(/[^a-z0-9]/g, '-')
  return FORBIDDEN_NAMES.has(key) || FORBIDDEN_PREFIXES.some((prefix) => key.startsWith(prefix))
}

function requireValue(value: string, argument: string): void {
  if (value.length <= VALUE_LENGTH_MAX && VALUE.test(value)) return
  throw new BadUserInputError(
    `A header's value must have 1 to ${VALUE_LENGTH_MAX} visible ASCII characters, with no space at its ends and no line break.`,
    argument,
  )
}
