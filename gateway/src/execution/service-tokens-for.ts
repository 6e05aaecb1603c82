import { ServiceTokens } from '@takeoff/kit/http/service-tokens'

/** By the name of a service: the secrets that it shares with its callers. */
export type ServiceSecrets = Readonly<Record<string, readonly string[]>>

/** The tokens for calls of a service; undefined for one that has no secret, as one that is not ours. */
export function serviceTokensFor(
  audience: string,
  secretsOf: ServiceSecrets,
): ServiceTokens | undefined {
  const secrets = secretsOf[audience]
  return secrets === undefined ? undefined : new ServiceTokens('gateway', { audience, secrets })
}
