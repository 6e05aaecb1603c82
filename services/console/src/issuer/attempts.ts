import { parseJson } from '@takeoff/kit/values/json'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'

/** As many tabs may sign in at the same time; the oldest attempt is dropped for a new one. */
const ATTEMPTS_MAX = 3
const COOKIE_LENGTH_MAX = 8_000

const schema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path of the page that began it. */
  returnPath: z.string(),
})
const list = z.array(schema)

/** A sign-in between its beginning and the callback of the issuer, which only the browser that began it can finish. */
export type SignInAttempt = z.infer<typeof schema>

export function createAttempt(returnPath: string): SignInAttempt {
  return {
    state: randomState(),
    nonce: randomNonce(),
    verifier: randomPKCECodeVerifier(),
    returnPath,
  }
}

/** The attempts in a cookie; none for a text that is no such cookie. */
export function readAttempts(cookie: string | undefined): readonly SignInAttempt[] {
  if (cookie === undefined || cookie.length > COOKIE_LENGTH_MAX) return []
  const text = Buffer.from(cookie, 'base64url').toString()
  return list.safeParse(parseJson(text)).data ?? []
}

/** The text of a cookie with the newest of the attempts. */
export function writeAttempts(attempts: readonly SignInAttempt[]): string {
  return Buffer.from(JSON.stringify(attempts.slice(-ATTEMPTS_MAX))).toString('base64url')
}
