import type { LeaseHolder } from './leased-delivery.ts'
import { TargetCache } from './target-cache.ts'

/** Deliveries that this process may attempt at once. */
export interface LeaseOffer {
  readonly holder: LeaseHolder
  /** Maximum deliveries that fit; may be 0. */
  readonly room: number
  /** Cached targets of the deliveries. */
  readonly targets: TargetCache
}

/** Leases nothing: the deliveries wait for a claim. */
export const NO_ROOM: LeaseOffer = {
  holder: {
    worker: 0,
    workers: 1,
    leased: new Map(),
    organizations: { leased: new Map(), max: 0 },
  },
  room: 0,
  targets: new TargetCache(),
}
