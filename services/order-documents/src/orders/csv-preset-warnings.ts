import { checkProviderLimits } from '../domain/distribution/provider-limits.ts'
import { findKnownProvider } from '../providers/known-providers.ts'
import type { OrderDraft } from '../domain/orders/order-batch.ts'

interface OrderForProvider extends Pick<OrderDraft, 'document' | 'purchaseOrderNumber'> {
  readonly lineCount: number
}

/**
 * Warns of values that an order system would refuse in CSV files made for it. The files contain them all the
 * same: the person who uploads them can still correct them.
 */
export function csvPresetWarnings(orders: readonly OrderForProvider[]): string[] {
  return [...new Set(orders.flatMap(warningsOf))]
}

function warningsOf({ document, purchaseOrderNumber, lineCount }: OrderForProvider): string[] {
  const provider = document && findKnownProvider(document.csvPreset)
  if (!provider) return []
  const inFile = { purchaseOrderNumber, jobName: null, jobNumber: '', delivery: null, lineCount }
  return checkProviderLimits(provider.limits, inFile).map(
    ({ message }) =>
      `The CSV has the columns of ${provider.name}, but its order system does not take everything in it: ${message}. Nothing was cut.`,
  )
}
