import { randomBytes } from 'node:crypto'

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** The client's W3C trace context, or a new sampled one where it sent none that can be used. */
export function traceparentOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`
}
