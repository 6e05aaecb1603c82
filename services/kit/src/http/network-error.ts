/** Why there was no response, in fixed words for people and programs. */
export type NetworkError =
  | 'address not allowed'
  | 'name not found'
  | 'connection refused'
  | 'connection timed out'
  | 'connection lost'
  | 'certificate not trusted'
  | 'TLS failed'
  | 'no route'
  | 'no response in time'
  | 'not HTTP'
  | 'stopped'
  | 'network error'

const byCode: Readonly<Record<string, NetworkError>> = {
  ADDRESS_NOT_ALLOWED: 'address not allowed',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  EAI_NONAME: 'name not found',
  ECONNREFUSED: 'connection refused',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  ETIMEDOUT: 'connection timed out',
  ECONNRESET: 'connection lost',
  EPIPE: 'connection lost',
  UND_ERR_SOCKET: 'connection lost',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection lost',
  EHOSTUNREACH: 'no route',
  ENETUNREACH: 'no route',
  EADDRNOTAVAIL: 'no route',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'no response in time',
  UND_ERR_DESTROYED: 'stopped',
  UND_ERR_CLOSED: 'stopped',
  UND_ERR_HEADERS_OVERFLOW: 'not HTTP',
}

/** Maps an error of undici, the resolver or TLS. */
export function networkErrorOf(error: unknown): NetworkError {
  if (!(error instanceof Error)) return 'network error'
  if (error.name === 'TimeoutError') return 'no response in time'
  if (error.name === 'AbortError') return 'stopped'
  if (error.name === 'HTTPParserError') return 'not HTTP'
  const code = codeOf(error)
  const known = byCode[code]
  if (known !== undefined) return known
  if (code.startsWith('CERT_') || /CERT|SELF_SIGNED|ISSUER|ALTNAME/.test(code))
    return 'certificate not trusted'
  if (/SSL|TLS/.test(code)) return 'TLS failed'
  return 'network error'
}

/** With several addresses the error of the first one is the most helpful. */
function codeOf(error: Error): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  const own = 'code' in error ? String(error.code) : ''
  if (byCode[own] !== undefined || !(inner instanceof Error)) return own
  return codeOf(inner) || own
}
