import { createHash, timingSafeEqual } from 'node:crypto'

export const SERVICE_AUTHORIZATION = 'x-service-authorization'

/** Compares in constant time; hashing first makes the lengths equal. */
export function secretsMatch(given: string | undefined, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined
}
