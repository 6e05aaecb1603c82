import { randomFillSync } from 'node:crypto'

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** The client's W3C trace context, or a new sampled one where it sent none that can be used. */
export function traceparentOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header
  return `00-${randomHex(16)}-${randomHex(8)}-01`
}

/** To ask for many random bytes takes as long as to ask for a few. */
const pool = Buffer.alloc(4_096)
let used = pool.length

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
