import { providerText } from './provider-text.ts'

const NOT_CANCELLED = ' did not cancel the order: '

/** The failure of an order that a provider keeps although its cancellation was requested. */
export function refusedCancellation(providerName: string, reason: string): string {
  return providerText(`${providerName}${NOT_CANCELLED}${reason}`)
}

/** The order has no other trace of such a request, so a later error must not replace this failure. */
export function isRefusedCancellation(failure: string | null): boolean {
  return failure?.includes(NOT_CANCELLED) ?? false
}
