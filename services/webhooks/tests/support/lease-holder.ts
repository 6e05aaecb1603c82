import type { LeaseHolder } from '../../src/deliveries/leases/leased-delivery.ts'

/** The only process, with no leases yet, and without a lower limit for one organization than for all. */
export const LEASE_HOLDER: LeaseHolder = {
  worker: 1,
  workers: 1,
  leased: new Map(),
  organizations: { leased: new Map(), max: 1_000_000 },
}
