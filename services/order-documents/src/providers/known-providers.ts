import type { ProviderLimits } from '../domain/distribution/provider-limits.ts'
import type { KnownProvider } from '../domain/distribution/provider.ts'

const unlimited: ProviderLimits = {
  purchaseOrderNumberLength: null,
  purchaseOrderNumberRequired: false,
  lineCount: null,
  deliveryInstructionsLength: null,
  deliveryInstructionsSeenLength: null,
  jobNameLength: null,
  jobNumberLength: null,
  addressLineLength: null,
  shipToRequired: false,
  numericAccountNumber: false,
}

/**
 * Longer than any of them takes to show an order under its client order id. Too long a wait delays one
 * order; too short a wait would place it twice.
 */
const SETTLE_MS = 120_000

/** The distributors whose limits are known from the public documents of their order systems. */
export const knownProviders: readonly KnownProvider[] = [
  {
    identifier: 'abc-supply',
    name: 'ABC Supply',
    limits: {
      ...unlimited,
      purchaseOrderNumberLength: 20,
      // For older accounts only, which no request can identify.
      lineCount: 99,
      deliveryInstructionsLength: 255,
      deliveryInstructionsSeenLength: 25,
    },
    canCancel: true,
    settleMs: SETTLE_MS,
  },
  {
    identifier: 'srs',
    name: 'SRS Distribution',
    limits: { ...unlimited, numericAccountNumber: true },
    canCancel: true,
    settleMs: SETTLE_MS,
  },
  {
    identifier: 'qxo',
    name: 'QXO',
    limits: {
      ...unlimited,
      purchaseOrderNumberLength: 22,
      jobNameLength: 15,
      jobNumberLength: 7,
      addressLineLength: 30,
    },
    canCancel: false,
    settleMs: SETTLE_MS,
  },
]

export function findKnownProvider(identifier: string): KnownProvider | undefined {
  return knownProviders.find((provider) => provider.identifier === identifier)
}
