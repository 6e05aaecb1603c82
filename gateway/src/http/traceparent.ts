import { randomFillSync } from 'node:crypto'

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** Bytes of a trace id and a span id. */
const ID_BYTES = 16 + 8

/** The client's `traceparent` if it is valid, else a new one that is sampled. */
export function traceparentOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header
  const hex = randomIds()
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-01`
}

/** Random bytes for 170 traces: one large call takes about as long as a small one. */
const pool = Buffer.alloc(170 * ID_BYTES)
let usedBytes = pool.length

function randomIds(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += ID_BYTES
  return pool.toString('hex', usedBytes - ID_BYTES, usedBytes)
}
