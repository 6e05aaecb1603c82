import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { IPv4, IPv6 } from 'ipaddr.js'

/** The only block from which IPv6 unicast addresses are assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')
/** Returned to that block: the IPv6 test network 6bone. */
const TEST_NETWORK = ipaddr.parseCIDR('3ffe::/16')
/** A public address that is the machine's own agent service inside Azure. */
const AZURE_AGENT_SERVICE = '168.63.129.16'

export interface AddressRules {
  /** Development only. */
  readonly allowLoopback: boolean
}

/**
 * Whether a webhook may be sent to this address. Public unicast only: no private, link-local, reserved or
 * multicast, and no IPv6 form that carries an IPv4 address (mapped, 6to4, NAT64, Teredo, ISATAP).
 * @param address as a resolver or a socket gives it: four decimal numbers or IPv6, without brackets
 */
export function isAllowedAddress(address: string, { allowLoopback }: AddressRules): boolean {
  // ipaddr.js would also accept 127.1, 0x7f.0.0.1 and a zone such as %eth0.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return allowLoopback
  return range === 'unicast' && isGlobal(parsed)
}

/** ipaddr.js reports every IPv6 address outside its registry as "unicast", such as ::7f00:1. */
function isGlobal(address: IPv4 | IPv6): boolean {
  if (address.kind() === 'ipv4') return address.toString() !== AZURE_AGENT_SERVICE
  const ipv6 = address as IPv6
  return ipv6.match(GLOBAL_UNICAST) && !ipv6.match(TEST_NETWORK) && !isIsatap(ipv6)
}

/** The last half is 0:5efe:a.b.c.d or 200:5efe:a.b.c.d (RFC 5214). */
function isIsatap({ parts }: IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}
