import { isLoopbackHost } from '../values/loopback.ts'
import type { databaseVariables, httpVariables, s3Variables } from './config-groups.ts'
import type { ConfigOf } from './config.ts'

/** The part of a configuration that names the files of a certificate. */
export interface TlsVariables {
  readonly tlsCertFile?: string | undefined
  readonly tlsKeyFile?: string | undefined
}

/** Violations of the variables of a process that listens and has a database. */
export function serviceViolations(
  values: Partial<ConfigOf<typeof httpVariables & typeof databaseVariables>>,
): readonly string[] {
  return [...httpViolations(values), ...databaseViolations(values)]
}

/** Violations of the variables of a process that listens. */
export function httpViolations(values: Partial<ConfigOf<typeof httpVariables>>): readonly string[] {
  return [...tlsViolations(values), ...portViolations(values)]
}

/** A certificate is of no use without its key. */
export function tlsViolations({ tlsCertFile, tlsKeyFile }: TlsVariables): readonly string[] {
  if ((tlsCertFile === undefined) === (tlsKeyFile === undefined)) return []
  return ['TLS_CERT_FILE and TLS_KEY_FILE must both be set, or none of them']
}

function portViolations(values: Partial<ConfigOf<typeof httpVariables>>): readonly string[] {
  const { host = '', port = 0, adminHost = '', adminPort } = values
  const hosts = [host, adminHost]
  // An address of IPv6 is not taken by all of IPv4.
  const isTaken =
    host === adminHost ||
    (hosts.includes('localhost') && hosts.every(isLoopbackHost)) ||
    hosts.includes('::') ||
    (hosts.includes('0.0.0.0') && !hosts.some((each) => each.includes(':')))
  if (port === 0 || port !== adminPort || !isTaken) return []
  return [`ADMIN_PORT must be another port than PORT, which is ${port}, too`]
}

/** Migrations hold a lock of their session, which a pooler does not keep. */
function databaseViolations(
  values: Partial<ConfigOf<typeof databaseVariables>>,
): readonly string[] {
  const isUnset = 'databaseMigrationUrl' in values && values.databaseMigrationUrl === undefined
  if (values.databasePooled !== true || values.databaseMigrate !== true || !isUnset) return []
  return [POOLED_WITHOUT_MIGRATION_URL]
}

/** The violation of a program that migrates over a pooler, without a connection of its own. */
export const POOLED_WITHOUT_MIGRATION_URL =
  'DATABASE_MIGRATION_URL must be set with DATABASE_POOLED: migrations hold a lock of their session'

/** With half of a key, the other credentials of the machine would be used without a word. */
export function s3Violations(values: Partial<ConfigOf<typeof s3Variables>>): readonly string[] {
  if (!('s3SecretAccessKey' in values)) return []
  if ((values.s3AccessKeyId === undefined) === (values.s3SecretAccessKey === undefined)) return []
  return ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or none of them']
}
