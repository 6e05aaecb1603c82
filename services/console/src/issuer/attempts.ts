import { parseJson } from '@takeoff/kit/values/json'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { z } from 'zod'

/** As many tabs may sign in at the same time; the oldest attempt is dropped for a new one. */
const ATTEMPTS_MAX = 3
/** Browsers drop a cookie that has more than 4,096 characters with its name and attributes. */
const COOKIE_LENGTH_MAX = 3_800

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

/** The text of a cookie with the newest of the attempts, as many as a browser keeps. */
export function writeAttempts(attempts: readonly SignInAttempt[]): string {
  const newest = attempts.slice(-ATTEMPTS_MAX)
  const text = Buffer.from(JSON.stringify(newest)).toString('base64url')
  return text.length > COOKIE_LENGTH_MAX && newest.length > 1
    ? writeAttempts(newest.slice(1))
    : text
}
