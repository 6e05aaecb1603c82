import { hash, timingSafeEqual } from 'node:crypto'

export const SERVICE_AUTHORIZATION = 'x-service-authorization'

/** Compares in constant time; hashing first makes the lengths equal. */
export function secretsMatch(given: string | undefined, expected: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given ?? ''), digest(expected)) && given !== undefined
}
