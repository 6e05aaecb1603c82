import type { ConnectionOptions } from 'node:tls'
import { hostOf } from './host-list.ts'

const DEFAULT_PORT = 5432
/** The modes of libpq without those that silently fall back to plain text. */
const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const

/** The parameters of a URL. */
const PARAMETERS = ['sslmode', 'target_session_attrs']

type SslMode = (typeof SSL_MODES)[number]

/** The values of libpq: which kind of server a process connects to. */
const TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

/** Which kind of server a process connects to. */
export type Target = (typeof TARGETS)[number]

/** Where a process connects, and as which role. Nothing else of the environment decides that. */
interface PostgresAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly dbName: string
}

/**
 * What is wrong with the URL of a database; continues the name of a variable.
 * @param urls of its hosts
 */
export function postgresUrlViolation(urls: readonly URL[]): string | undefined {
  for (const url of urls) {
    const violation = nameViolation(url) ?? parameterViolation(url) ?? targetViolation(url)
    if (violation !== undefined) return violation
  }
  // The default of libpq would send writes to a standby.
  if (urls.length > 1 && urls[0]?.searchParams.has('target_session_attrs') === false)
    return 'names several hosts, so it must say which of them to use: target_session_attrs=read-write'
  return undefined
}

/** The driver takes a missing part from the environment or from its own defaults. */
function nameViolation({ hostname, username, pathname }: URL): string | undefined {
  if (hostname !== '' && username !== '' && pathname.length > 1) return undefined
  return 'must name a user, a host and a database: postgres://user:password@host/database'
}

function parameterViolation({ searchParams }: URL): string | undefined {
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (unknown !== undefined)
    return `must have no parameter ${unknown}: only ${PARAMETERS.join(' and ')} have an effect`
  const modes = searchParams.getAll('sslmode')
  if (modes.length < 2 && modes.every(isSslMode)) return undefined
  return `must have an sslmode of ${SSL_MODES.join(', ')}`
}

function targetViolation({ searchParams }: URL): string | undefined {
  const targets = searchParams.getAll('target_session_attrs')
  const isKnown = (text: string): boolean => TARGETS.some((known) => known === text)
  if (targets.length < 2 && targets.every(isKnown)) return undefined
  return `must have a target_session_attrs of ${TARGETS.join(', ')}`
}

/** @param url without violation */
export function targetOf({ searchParams }: URL): Target {
  return (searchParams.get('target_session_attrs') ?? 'any') as Target
}

function isSslMode(text: string): text is SslMode {
  return SSL_MODES.some((known) => known === text)
}

/** @param url without violation */
export function postgresAddress(url: URL): PostgresAddress {
  return {
    host: hostOf(url),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    dbName: decodeURIComponent(url.pathname.slice(1)),
  }
}

/** What is wrong with the mode of TLS and the authorities together. */
export function tlsViolation(url: URL, certificates: string | undefined): string | undefined {
  const mode = sslModeOf(url, certificates)
  if (mode === 'verify-ca' && certificates === undefined)
    return 'has sslmode=verify-ca, which needs DATABASE_CA_FILE: public authorities sign for every host'
  if (mode === 'disable' && certificates !== undefined)
    return 'has sslmode=disable, so DATABASE_CA_FILE has no effect: remove one of them'
  return undefined
}

/**
 * TLS as libpq defines its modes.
 * @param certificates PEM of the authorities that may sign the certificate of the server
 */
export function postgresTls(url: URL, certificates: string | undefined): ConnectionOptions | false {
  const mode = sslModeOf(url, certificates)
  if (mode === 'disable') return false
  if (mode === 'require' && certificates === undefined) return { rejectUnauthorized: false }
  return {
    // Without it Node verifies the certificate of an IP address as one of "localhost".
    host: postgresAddress(url).host,
    ...(certificates === undefined ? {} : { ca: certificates }),
    ...(mode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  }
}

function sslModeOf(url: URL, certificates: string | undefined): string {
  const unset = certificates === undefined ? 'disable' : 'verify-full'
  return url.searchParams.get('sslmode') ?? unset
}
