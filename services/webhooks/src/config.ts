import { flag, integer, json, readVariables } from '@takeoff/kit/service/config'
import { optionalSecrets, secretKeys } from '@takeoff/kit/service/config-secrets'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'
import { exportVariables, serviceVariables } from '@takeoff/kit/service/config-groups'
import { serviceViolations } from '@takeoff/kit/service/joint-violations'
import { z } from 'zod'
import { defaultRetryDelaysSeconds } from './deliveries/results/schedule.ts'

/** One month of 31 days: an event is kept as long as one of its deliveries is pending. */
const RETRY_DELAY_SECONDS_MAX = 2_678_400

/** How long rows are kept. */
export const retentionVariables = {
  retentionDays: integer('WEBHOOKS_RETENTION_DAYS', {
    default: 90,
    min: 7,
    max: 3_650,
    about: 'Least days for which finished deliveries are kept; they go by whole months.',
  }),
}

/** What opens the sealed texts of the database. */
export const secretKeyVariables = {
  secretKeys: secretKeys('WEBHOOKS_SECRET_KEY', {
    about: 'Encrypts signing secrets in the database',
  }),
}

export const variables = {
  ...serviceVariables,
  ...exportVariables,
  ...secretKeyVariables,
  operatorSecrets: optionalSecrets('OPERATOR_SECRET', {
    about:
      'Bearer secret of the operator API, which npm run webhooks uses. The API does not exist without one.',
  }),
  allowLoopback: flag('WEBHOOKS_ALLOW_LOOPBACK', {
    default: false,
    about: 'Lets webhooks be sent to loopback addresses and over http. For development only.',
  }),
  retryDelaysSeconds: json(
    'WEBHOOKS_RETRY_DELAYS',
    z.array(z.number().min(0).max(RETRY_DELAY_SECONDS_MAX)).max(30).readonly(),
    {
      default: defaultRetryDelaysSeconds,
      about:
        'Seconds between the attempts of a delivery, 31 days at most, as a JSON array; one attempt more than it has numbers.',
    },
  ),
  sendsTraceparent: flag('WEBHOOKS_TRACEPARENT', {
    default: false,
    about:
      'Sends receivers the header `traceparent` of each attempt, so that their traces continue ours.',
  }),
  inFlightMax: integer('WEBHOOKS_IN_FLIGHT', {
    default: 2_000,
    min: 1,
    max: 10_000,
    about:
      'Maximum deliveries leased at once in this process, under way or next; those of one organization fill a quarter of it at most.',
  }),
  ...retentionVariables,
  auditRetentionDays: integer('AUDIT_RETENTION_DAYS', {
    default: 730,
    min: 31,
    max: 36_500,
    about: 'Days for which records of the audit log are kept.',
  }),
}

export type Config = ConfigOf<typeof variables>

export function readConfig(env: Environment = process.env): Config {
  return readVariables(variables, env, serviceViolations)
}
