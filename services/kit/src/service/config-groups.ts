import { z } from 'zod'
import { DEFAULT_ROLES, SCOPES } from '../values/scopes.ts'
import type { Roles } from '../values/scopes.ts'
import {
  flag,
  integer,
  json,
  oneOf,
  optionalInteger,
  optionalText,
  optionalUrl,
  text,
  texts,
  url,
} from './config.ts'
import { hostsUrl, optionalHostsUrl } from './host-list.ts'
import { certificatesFile, optionalSecrets, secrets } from './config-secrets.ts'
import { postgresUrlViolation } from './postgres-url.ts'
import { telemetryVariables } from './telemetry-config.ts'

/**
 * Minimum pool size. The relay holds one connection until the transport confirms and deletes published events on a
 * second; requests need a third.
 */
const DATABASE_POOL_MIN = 3

/** Variables of every process that listens. */
export const httpVariables = {
  host: text('HOST', { default: '127.0.0.1', about: 'Address to listen on.' }),
  port: integer('PORT', {
    default: 0,
    max: 65_535,
    about: 'Port to listen on; 0 takes a free one.',
  }),
  tlsCertFile: optionalText('TLS_CERT_FILE', {
    about:
      'File of the certificate (PEM) with which this process serves TLS, with those of intermediate authorities; plain HTTP when unset. New files are used for new connections within seconds.',
  }),
  tlsKeyFile: optionalText('TLS_KEY_FILE', {
    about: 'File of the private key (PEM) of that certificate.',
  }),
  adminHost: text('ADMIN_HOST', {
    default: '127.0.0.1',
    about: 'Address on which `ADMIN_PORT` listens. Clients must not reach it.',
  }),
  adminPort: optionalInteger('ADMIN_PORT', {
    max: 65_535,
    about:
      'Port of a listener of its own for `/metrics`, `/health/ready?deep` and the other health checks. Without one `PORT` serves the first two as well, only if `HOST` is a loopback address.',
  }),
  shutdownDelayMs: integer('SHUTDOWN_DELAY_MS', {
    default: 0,
    max: 600_000,
    about:
      'Time from SIGTERM, when `/health/ready` begins to respond with 503, to the end of listening, in milliseconds: as long as load balancers need to notice.',
  }),
  logLevel: oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    default: 'info',
    about: 'Least level of the log lines written to standard output.',
  }),
  ...telemetryVariables,
}

/** Variables of every process that calls other services. */
export const callerVariables = {
  serviceCertificates: certificatesFile('SERVICE_CA_FILE', {
    about:
      'File of the certificates (PEM) of the authorities that may sign the certificates of other services; public ones when unset.',
  }),
}

/** A colon separates an organization from its role, so that a name has none. */
const rolesSchema = z.record(z.string().regex(/^[\w-]{1,64}$/), z.array(z.enum(SCOPES)))

/** Variables of every process that verifies bearer tokens. */
export const authVariables = {
  authIssuer: url('AUTH_ISSUER', { about: 'OpenID Connect issuer whose tokens are accepted.' }),
  authAudience: text('AUTH_AUDIENCE', {
    default: 'takeoff',
    about: 'Audience that a token must name.',
  }),
  authJwksUrl: optionalUrl('AUTH_JWKS_URL', {
    about: 'Where the issuer’s keys are; discovered from the issuer when unset.',
  }),
  authTokenTypes: texts('AUTH_TOKEN_TYPES', {
    default: ['at+jwt', 'JWT', 'none'],
    about:
      'Accepted values of `typ` in a token’s header, separated by commas; `none` accepts tokens without one.',
  }),
  authTokenSecondsMax: integer('AUTH_TOKEN_SECONDS_MAX', {
    default: 86_400,
    min: 1,
    about:
      'Longest lifetime of a token in seconds, from its `iat` to its `exp`; from now on for a token without `iat`.',
  }),
  authUserClaim: text('AUTH_USER_CLAIM', { default: 'sub', about: 'Claim with the user id.' }),
  authOrgsClaim: text('AUTH_ORGS_CLAIM', {
    default: 'org_ids',
    about:
      'Claim with the organizations, and the roles or scopes in each: `{"1": ["estimator"]}`, `["1:estimator"]`, or ids alone.',
  }),
  authScopeClaim: text('AUTH_SCOPE_CLAIM', {
    default: 'scope',
    about:
      'Claim with the scopes: those of an organization without roles, and a limit to those of the others.',
  }),
  authRoles: {
    ...json<Roles>('AUTH_ROLES', rolesSchema, {
      default: DEFAULT_ROLES,
      about:
        'All roles as JSON, each with its scopes: `{"viewer": ["lists:read"]}`; those of docs/access.md when unset.',
    }),
    shownDefault: '',
  },
}

/** Variables of every process that owns a database. */
export const databaseVariables = {
  databaseUrl: hostsUrl('DATABASE_URL', {
    protocols: ['postgres', 'postgresql'],
    secret: true,
    violation: postgresUrlViolation,
    about:
      'The service’s own PostgreSQL database: `postgres://user:password@host:5432/database`. Parameters: `sslmode`, which is `disable` (the default), `require`, `verify-ca` or `verify-full`; and with several hosts (`a:5432,b:5432`) `target_session_attrs`, which is `read-write` for a service.',
  }),
  databaseMigrationUrl: optionalHostsUrl('DATABASE_MIGRATION_URL', {
    protocols: ['postgres', 'postgresql'],
    secret: true,
    violation: postgresUrlViolation,
    about:
      'The same database for the role that owns its tables and alone migrates it; `DATABASE_URL` when unset.',
  }),
  databaseCertificates: certificatesFile('DATABASE_CA_FILE', {
    about:
      'File of the certificates (PEM) of the authorities that may sign the certificate of PostgreSQL; public ones when unset. With it the default of `sslmode` is `verify-full`.',
  }),
  databasePoolSize: integer('DATABASE_POOL_SIZE', {
    default: 10,
    min: DATABASE_POOL_MIN,
    max: 1000,
    about:
      'Maximum connections this process opens. Work in the background takes three; requests share the others, of which five keep a database of two cores busy.',
  }),
  databasePooled: flag('DATABASE_POOLED', {
    default: false,
    about:
      '`DATABASE_URL` leads to PgBouncer with `pool_mode = transaction`. Migrations, and the programs of operators that open the database, need `DATABASE_MIGRATION_URL`, which leads to PostgreSQL itself.',
  }),
  databaseMigrate: flag('DATABASE_MIGRATE', {
    default: true,
    about:
      'Bring the database to the newest migration at start. Otherwise the process ends when the database lacks a migration: npm run migrate.',
  }),
  migrationLockTimeoutMs: integer('MIGRATION_LOCK_TIMEOUT_MS', {
    default: 5_000,
    min: 50,
    max: 600_000,
    about:
      'How long a statement of a migration waits for a lock, and lets requests wait behind it. It is tried ten times, with pauses as long.',
  }),
}

/** Variables of every process with exports. */
export const exportVariables = {
  exportsPerMinute: integer('EXPORTS_PER_MINUTE', {
    default: 60,
    min: 1,
    max: 100_000,
    about:
      'Exports (`/exports/*`) that an organization may begin in a minute in this process, 4 of them at a time.',
  }),
}

/** The webhook service has one address: what is behind it is for a load balancer. */
function eventsUrlViolation(urls: readonly URL[]): string | undefined {
  if (urls.length === 1 || urls[0]?.protocol.startsWith('amqp') === true) return undefined
  return 'names several hosts, which only a RabbitMQ (amqp://) may have'
}

/** Variables of every process that publishes or receives domain events. */
export const eventsVariables = {
  eventsUrl: hostsUrl('EVENTS_URL', {
    protocols: ['amqp', 'amqps', 'http', 'https'],
    secret: true,
    violation: eventsUrlViolation,
    about:
      'Transport of domain events: a RabbitMQ (`amqp://user:password@host:5672`, several nodes of a cluster as `a:5672,b:5672`), or the webhook service itself (`http://…/events`).',
  }),
  eventsSecrets: optionalSecrets('EVENTS_SECRET', {
    about: 'Bearer secret of the http transport; without one POST /events is closed.',
  }),
}

/** Variables of every process that stores objects in a bucket. */
export const s3Variables = {
  s3Region: text('S3_REGION', { default: 'us-east-1', about: 'Region of the bucket.' }),
  s3Endpoint: optionalUrl('S3_ENDPOINT', {
    about: 'Address of an S3-compatible store; AWS when unset.',
  }),
  s3AccessKeyId: optionalText('S3_ACCESS_KEY_ID', {
    about: 'Access key; the AWS credential chain is used when unset.',
  }),
  s3SecretAccessKey: optionalText('S3_SECRET_ACCESS_KEY', {
    secret: true,
    about: 'Secret of the access key.',
  }),
}

/** Variables of every subgraph. */
export const serviceVariables = {
  ...httpVariables,
  ...authVariables,
  ...databaseVariables,
  ...eventsVariables,
  ...callerVariables,
  serviceSecrets: secrets('SERVICE_SECRET', {
    about:
      'Verifies the service tokens of callers, who have the same secret and send them as x-service-authorization, so that no caller bypasses the gateway.',
  }),
}
