import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { headerOf } from './header.ts'

/** Header with the client's IP address, which only the gateway sets: it forwards none that a client has sent. */
export const CLIENT_ADDRESS = 'x-client-address'

const MAPPED_PREFIX = /^::ffff:(?=\d+\.)/i

/**
 * The client's address by the gateway. To be read only where the service secret is required: other callers could set
 * the header.
 */
export function clientAddressOf(request: {
  readonly headers: IncomingHttpHeaders
}): string | undefined {
  return plainAddress(headerOf(request, CLIENT_ADDRESS))
}

/** An IP address without a zone, and an IPv4 address as such; undefined for any other text, as after the end of a connection. */
export function plainAddress(address: string | undefined): string | undefined {
  const plain = (address ?? '').replace(MAPPED_PREFIX, '').replace(/%.*$/, '')
  return isIP(plain) === 0 ? undefined : plain
}
