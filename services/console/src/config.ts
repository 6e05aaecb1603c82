import {
  integer,
  InvalidValueError,
  json,
  optionalText,
  readVariables,
  text,
  url,
  variable,
} from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { authVariables, callerVariables, httpVariables } from '@takeoff/kit/service/config-groups'
import { secrets } from '@takeoff/kit/service/config-secrets'
import { httpViolations } from '@takeoff/kit/service/joint-violations'
import { optionalHostsUrl } from '@takeoff/kit/service/host-list'
import { REDIS_PROTOCOLS, redisUrlViolation } from '@takeoff/kit/redis/redis-url'
import { isOrigin } from '@takeoff/kit/values/is-origin'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import { MEASUREMENT_FILE_BYTES_MAX } from '@takeoff/kit/values/request-size'
import { z } from 'zod'

const people = z.array(
  z.strictObject({ label: z.string(), description: z.string(), loginHint: z.string() }),
)

export const variables = {
  ...httpVariables,
  ...authVariables,
  ...callerVariables,
  serviceSecrets: secrets('SERVICE_SECRET', {
    about:
      'Verifies the service tokens of the gateway, which has the same secret as `console` in its `SUBGRAPH_SECRETS`.',
  }),
  publicUrl: variable<string>(
    'PUBLIC_URL',
    {
      about:
        'Origin at which browsers reach the gateway, such as `https://takeoff.example.com`; plain http only at a loopback address.',
    },
    readPublicUrl,
  ),
  gatewayUrl: url('GATEWAY_URL', {
    about: 'Base address of the gateway that serves the requests of the pages.',
  }),
  gatewayTimeoutMs: integer('GATEWAY_TIMEOUT_MS', {
    default: 60_000,
    min: 100,
    max: 600_000,
    about:
      'Longest wait for the beginning of a response of the gateway, with that for a connection and with the upload of a file, and for each pause in it, in milliseconds.',
  }),
  gatewayConnections: integer('GATEWAY_CONNECTIONS', {
    default: 100,
    min: 1,
    max: 1000,
    about: 'Maximum connections kept to the gateway.',
  }),
  signInClientId: text('SIGN_IN_CLIENT_ID', {
    about: 'Id of the console as a client of the issuer `AUTH_ISSUER`.',
  }),
  signInClientSecret: optionalText('SIGN_IN_CLIENT_SECRET', {
    secret: true,
    about: 'Secret of that client; a public client (PKCE alone) when unset.',
  }),
  signInScope: text('SIGN_IN_SCOPE', {
    default: 'openid profile email offline_access',
    about: 'Scopes that are requested at sign-in; `openid` is required.',
  }),
  signInParameters: json('SIGN_IN_PARAMETERS', z.record(z.string(), z.string()), {
    default: {},
    about:
      'JSON object of further parameters of the authorization request, as the issuer needs them: `{"audience": "takeoff"}`.',
  }),
  signInPeople: json('SIGN_IN_PEOPLE', people, {
    default: [],
    about:
      'JSON array of people (`label`, `description`, `loginHint`) whom the sign-in page offers by name. For development only.',
  }),
  sessionsUrl: optionalHostsUrl('SESSIONS_URL', {
    protocols: REDIS_PROTOCOLS,
    violation: redisUrlViolation,
    secret: true,
    about:
      'Redis with the sessions, which all processes of the console share; or Sentinels: `redis+sentinel://s1:26379,s2:26379/mymaster`. Without it a process keeps its own, and they end with it.',
  }),
  sessionIdleMinutes: integer('SESSION_IDLE_MINUTES', {
    default: 480,
    min: 1,
    max: 43_200,
    about: 'A session that is not used for this long ends.',
  }),
  sessionHoursMax: integer('SESSION_HOURS_MAX', {
    default: 168,
    min: 1,
    max: 2160,
    about: 'A session ends this long after sign-in, however much it is used.',
  }),
  sessionsMax: integer('SESSIONS_MAX', {
    default: 10_000,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum sessions that a process keeps without `SESSIONS_URL`; the least recently used one ends for a new one.',
  }),
  sessionsPerPersonMax: integer('SESSIONS_PER_PERSON_MAX', {
    default: 20,
    min: 1,
    max: 1000,
    about: 'Maximum sessions of one person; the oldest one ends for a new one.',
  }),
  uploadBytesMax: integer('UPLOAD_BYTES_MAX', {
    default: MEASUREMENT_FILE_BYTES_MAX,
    min: 1,
    about: 'Largest measurement file that is forwarded, in bytes.',
  }),
  consoleFolder: text('CONSOLE_FOLDER', {
    default: 'services/console/dist',
    about:
      'Folder of the application that `npm run console` builds, relative to the working directory.',
  }),
  consoleDocuments: text('CONSOLE_DOCUMENTS', {
    default: 'services/console/web/src/generated/documents.json',
    about: 'JSON file of the GraphQL documents that pages may send, by id.',
  }),
}

/** The configuration of the console. */
export type Config = ConfigOf<typeof variables>

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): Config {
  return readVariables(variables, env, (values) => [
    ...httpViolations(values),
    ...issuerViolations(values),
    ...scopeViolations(values),
  ])
}

/** openid-client sends nothing to an issuer with plain HTTP, so that each sign-in would fail. */
function issuerViolations({ authIssuer }: Partial<Config>): readonly string[] {
  return authIssuer === undefined || authIssuer.startsWith('https:') || isLoopback(authIssuer)
    ? []
    : ['AUTH_ISSUER must begin with https:// (http:// is for loopback addresses)']
}

function scopeViolations({ signInScope = 'openid' }: Partial<Config>): readonly string[] {
  return signInScope.split(' ').includes('openid')
    ? []
    : ['SIGN_IN_SCOPE must have the scope openid']
}

/** Whether a URL is on this machine, where browsers accept plain HTTP. */
export function isLoopback(address: string): boolean {
  return isLoopbackHost(new URL(address).hostname)
}

function readPublicUrl(value: string): string {
  const origin = value.replace(/\/$/, '')
  if (!isOrigin(origin))
    throw new InvalidValueError(
      'must be an origin without a path, such as https://takeoff.example.com',
    )
  if (origin.startsWith('https:') || isLoopback(origin)) return origin
  throw new InvalidValueError(
    'must begin with https:// (http:// is for loopback addresses): the session cookie needs it',
  )
}
