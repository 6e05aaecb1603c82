import { lookup as systemLookup, Resolver } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'

/** With the second try, which has twice the timeout, less than the connect timeout. */
const QUERY_TIMEOUT_MS = 1_500
const TRIES = 2

export type Lookup = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Queries name servers for the addresses of a name. The resolver of the system would occupy one of the process's
 * four threads per lookup: four receivers with unresponsive name servers would delay all others.
 * @param servers replace those of the system, such as 127.0.0.1:53
 */
export function createLookup(servers?: readonly string[]): Lookup {
  return (hostname, options, done) => {
    // localhost, in development: it is in the hosts file.
    if (!hostname.includes('.')) return systemLookup(hostname, options, done)
    // A new resolver per lookup, which picks up changes of the system's servers.
    const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    const found: { 4?: readonly string[]; 6?: readonly string[] } = {}
    const gather =
      (family: 4 | 6) =>
      (error: NodeJS.ErrnoException | null, addresses: readonly string[]): void => {
        found[family] = error === null ? addresses : []
        if (found[4] === undefined || found[6] === undefined) return
        // IPv4 first: not every host that has an IPv6 address can reach others.
        const all = [...withFamily(found[4], 4), ...withFamily(found[6], 6)]
        done(all.length === 0 ? notFound(hostname) : null, all)
      }
    resolver.resolve4(hostname, gather(4))
    resolver.resolve6(hostname, gather(6))
  }
}

function withFamily(addresses: readonly string[], family: 4 | 6): LookupAddress[] {
  return addresses.map((address) => ({ address, family }))
}

/** Hides the reason: a refusal by a name server must not look like a refusal by the receiver. */
function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address of ${hostname} was found`), { code: 'ENOTFOUND' })
}
