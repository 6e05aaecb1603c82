import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionOptions } from 'node:tls'
import pg from 'pg'
import type { Target } from '../service/postgres-url.ts'
import { errorCode, errorMessage } from '../values/caught.ts'

/** Classes and codes with which a server refuses our user, password, database or right to connect. */
const REFUSALS = /^28|^3D000$|^42501$/

/** A host that comes first may respond so much later than another one. */
const GRACE_MS = 250

/** One host of a database. */
export interface DatabaseHost {
  readonly host: string
  readonly port: number
  readonly ssl: ConnectionOptions | false
}

/** The current role of a host. */
export interface HostRole {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

/** A host could not be connected to, or is not of the wanted kind; no statement was sent to it. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly code = 'DATABASE_UNREACHABLE'
}

/** Code of the error of a request that got no connection in time: all were in use, or no host could be used. */
export const NO_CONNECTION = 'NO_CONNECTION'

/** A request has waited for a connection for as long as it may; no statement was sent. */
export class NoConnectionError extends Error {
  override readonly name = 'NoConnectionError'
  readonly code = NO_CONNECTION
}

/** The error of a pool that gave no connection: of the host it was to lead to, or its own. */
export function connectionError(error: unknown): unknown {
  if (isUnreachable(error) || isRefusal(error)) return error
  return new NoConnectionError(errorMessage(error), { cause: error })
}

/** A failed connection to a host. */
export function unreachable(host: DatabaseHost, cause: unknown): UnreachableError {
  return new UnreachableError(`${nameOf(host)}: ${errorMessage(cause)}`, { cause })
}

/** Whether no statement was sent, because no host could be connected to, and another attempt may be made at once. */
export function isUnreachable(error: unknown): boolean {
  if (errorCode(error) === NO_CONNECTION) return false
  // The pool wraps the error when its own time for a connection is over.
  return error instanceof Error && [error, error.cause].some((e) => e instanceof UnreachableError)
}

/** As `10.0.0.1:5432`. */
export function nameOf({ host, port }: DatabaseHost): string {
  return `${host}:${port}`
}

/** The role of a host as text, or the reason why it is not known. */
export function roleText(host: DatabaseHost, role: HostRole | Error): string {
  if (role instanceof Error) return role.message
  return `${nameOf(host)} is a ${role.isReadOnly ? 'read-only' : 'read-write'} ${role.isStandby ? 'standby' : 'primary'}`
}

/** Reads the role of the host that a client has logged in to. */
export async function readRole(client: pg.Client): Promise<HostRole> {
  const { rows } = await client.query<HostRole>(
    `select pg_is_in_recovery() as "isStandby",
       current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  )
  const [role] = rows
  if (role === undefined) throw new Error('the host has no role')
  return role
}

/** Whether a host is of the wanted kind, as libpq defines them; with `prefer-standby` the last resort is any. */
export function fits(target: Target, { isStandby, isReadOnly }: HostRole): boolean {
  switch (target) {
    case 'read-write':
      return !isReadOnly
    case 'read-only':
      return isReadOnly
    case 'primary':
      return !isStandby
    case 'standby':
      return isStandby
    case 'any':
    case 'prefer-standby':
      return true
  }
}

/** Whether a server has refused us, as others of the list would, too. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && REFUSALS.test(error.code ?? '')
}

/**
 * The first host that was found, in the order of the list, without waiting long for those that do not respond.
 * @throws what the first of them throws
 */
export async function firstOf(
  found: readonly Promise<DatabaseHost | undefined>[],
): Promise<DatabaseHost | undefined> {
  const settled = found.map((one) =>
    one.then(
      (host) => host ?? Promise.reject(new Error('it cannot be used')),
      () => undefined,
    ),
  )
  await Promise.any(settled).catch(() => undefined)
  const late = delay(GRACE_MS, undefined)
  for (const one of found) {
    const host = await Promise.race([one, late])
    if (host !== undefined) return host
  }
  return undefined
}
