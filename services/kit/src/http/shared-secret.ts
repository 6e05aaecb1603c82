import { hash, timingSafeEqual } from 'node:crypto'

/** Whether a text is one of the secrets. Compares in constant time; hashing first makes the lengths equal. */
export function isOneOf(given: string | undefined, secrets: readonly string[]): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  const wanted = digest(given ?? '')
  const matches = secrets.filter((secret) => timingSafeEqual(wanted, digest(secret)))
  return given !== undefined && matches.length > 0
}
