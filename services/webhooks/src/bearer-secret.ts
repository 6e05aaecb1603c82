import { secretsMatch } from '@takeoff/kit/http/service-secret'

/** Whether an `Authorization` header is `Bearer` with this secret; false while the secret is empty. */
export function isBearer(authorization: string | undefined, secret: string): boolean {
  const given = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  return secret !== '' && secretsMatch(given, secret)
}
