import { hash } from 'node:crypto'

/** Maximum characters of the key of a mutation. */
export const IDEMPOTENCY_KEY_LENGTH_MAX = 255

/** Header by which the gateway reports that the client's request has several mutations. */
export const KEY_PER_PATH = 'idempotency-key-per-path'

/**
 * The key of one of several mutations of a request: the request's key and the response path of the mutation, of any
 * length. A request with one mutation uses its key as it is.
 */
export function keyOfPath(key: string, path: string): string {
  return hash('sha256', JSON.stringify([key, path]), 'hex')
}

/** Whether a client may use it as its key. */
export function isIdempotencyKey(key: string): boolean {
  return key.length > 0 && key.length <= IDEMPOTENCY_KEY_LENGTH_MAX
}
