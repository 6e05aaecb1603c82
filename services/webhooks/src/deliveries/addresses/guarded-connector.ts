import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { createLookup } from './resolve-name.ts'
import type { Lookup } from './resolve-name.ts'
import { isAllowedAddress } from './target-address.ts'
import type { AddressRules } from './target-address.ts'

/** The address to connect to is not allowed for webhooks. */
export class AddressNotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED'
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

export interface ConnectorOptions extends AddressRules {
  readonly connectTimeoutMs: number
  /** Resolves names instead of DNS. */
  readonly lookup?: Lookup | undefined
}

/**
 * Opens sockets to allowed addresses only. It checks the address that the socket uses, not an earlier lookup of
 * the name, so DNS rebinding has no effect.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { connectTimeoutMs, lookup = createLookup() } = options
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: false,
    lookup: guardedLookup(lookup, options),
  })
  return (target, callback) => {
    // A literal address needs no lookup, so it is checked here.
    if (isIP(target.hostname) !== 0 && !isAllowedAddress(target.hostname, options)) {
      callback(new AddressNotAllowedError(target.hostname), null)
      return
    }
    connect(target, callback)
  }
}

function guardedLookup(lookup: Lookup, rules: AddressRules) {
  return (hostname: string, options: LookupOptions, done: LookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, '')
      const [first] = addresses
      // One forbidden address refuses the name, because the socket may use any of them; so does no address at all.
      if (
        first === undefined ||
        !addresses.every(({ address }) => isAllowedAddress(address, rules))
      ) {
        return done(new AddressNotAllowedError(hostname), '')
      }
      if (options.all === true) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }
}
