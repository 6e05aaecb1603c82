import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

/** The only block from which IPv6 unicast addresses are given out. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

export interface AddressRules {
  /** Development only. */
  readonly allowLoopback: boolean
}

/**
 * May a webhook be sent to this address? Public unicast only: nothing private, link-local, reserved or
 * multicast, and no IPv6 form that carries an IPv4 address (mapped, 6to4, NAT64, Teredo).
 * @param address as a resolver or a socket gives it: dotted decimal or IPv6, without brackets
 */
export function isAllowedAddress(address: string, { allowLoopback }: AddressRules): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  return range === 'unicast' && isGlobal(parsed)
}

/** ipaddr.js calls every IPv6 address "unicast" that stands in no register, such as ::7f00:1. */
function isGlobal(address: IPv4 | IPv6): boolean {
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST)
}
