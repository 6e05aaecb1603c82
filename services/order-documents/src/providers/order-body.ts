import { deliveryInstructionsOf } from '../domain/distribution/provider-limits.ts'
import type { ProviderConnection, ProviderOrder } from '../domain/distribution/provider.ts'

/** The request body of an order, as in docs/providers.md. */
export function orderBodyOf(
  order: ProviderOrder,
  { accountNumber, branch }: Pick<ProviderConnection, 'accountNumber' | 'branch'>,
): object {
  const { delivery, ...rest } = order
  if (delivery === null) return { ...rest, accountNumber, branch, delivery }
  const { placementNotes: _placement, accessNotes: _access, ...others } = delivery
  const instructions = deliveryInstructionsOf(delivery)
  return { ...rest, accountNumber, branch, delivery: { ...others, instructions } }
}
