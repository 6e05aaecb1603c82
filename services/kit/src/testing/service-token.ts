import { jwtVerify, SignJWT } from 'jose'
import { ServiceTokens } from '../http/service-tokens.ts'

/** For tests: the value of `x-service-authorization` for a service that has this secret. */
export function serviceToken(audience: string, secret: string): Promise<string> {
  return new ServiceTokens('gateway', { audience, secrets: [secret] }).current()
}

/** For tests: a service token of the gateway that has expired. */
export function expiredServiceToken(audience: string, secret: string): Promise<string> {
  const expiredS = Math.floor(Date.now() / 1000) - 60
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt' })
    .setIssuer('gateway')
    .setAudience(audience)
    .setIssuedAt(expiredS - 120)
    .setExpirationTime(expiredS)
    .sign(new TextEncoder().encode(secret))
}

/**
 * For tests: who calls whom, by a service token.
 * @throws Error when it is not signed with the secret
 */
export async function readServiceToken(
  token: string | string[] | undefined,
  secret: string,
): Promise<string> {
  const { payload } = await jwtVerify(String(token), new TextEncoder().encode(secret))
  return `${payload.iss} → ${String(payload.aud)}`
}
