import { randomFillSync } from 'node:crypto'

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Bytes of a trace's id and of its first span's. */
const BYTES = 16 + 8

/** The client's W3C trace context, or a new sampled one where it sent no usable one. */
export function traceparentOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header
  const hex = randomHex()
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
}

/** A call for many random bytes takes as long as one for a few. */
const pool = Buffer.alloc(170 * BYTES)
let used = pool.length

function randomHex(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += BYTES
  return pool.toString('hex', used - BYTES, used)
}
