import type { ClaimedOrder } from '../db/distribution/claim-distribution-orders.ts'
import { UNKNOWN_ACCOUNT } from '../domain/distribution/distribution-order.ts'
import type {
  OrderProvider,
  ProviderConnection,
  Providers,
} from '../domain/distribution/provider.ts'
import type { OpenedConnection } from '../db/vendors/find-connection.ts'

/** The account that a vendor is connected with now; undefined when it is not. */
export type ConnectionFinder = (
  orgId: number,
  vendorId: number,
) => Promise<OpenedConnection | undefined>

export type ProviderResolution =
  | {
      readonly kind: 'resolved'
      readonly provider: OrderProvider
      readonly connection: ProviderConnection
    }
  /** `reason` is one or two sentences for the user. */
  | { readonly kind: 'unresolved'; readonly reason: string }

export interface ProviderSources {
  readonly providers: Pick<Providers, 'providerOf'>
  readonly findConnection: ConnectionFinder
}

/** The provider of an order, and the account there; unresolved where the order must not be sent now. */
export async function resolveProvider(
  claimed: ClaimedOrder,
  { providers, findConnection }: ProviderSources,
): Promise<ProviderResolution> {
  const { orgId, vendorId, providerIdentifier } = claimed
  const provider = providers.providerOf(providerIdentifier)
  if (provider === undefined) {
    return unresolved(`The provider ${providerIdentifier} is not connected to this installation.`)
  }
  const found = await findConnection(orgId, vendorId)
  if (found?.providerIdentifier !== providerIdentifier) {
    return unresolved(
      `The vendor is not connected with ${provider.name} any more. Connect it again.`,
    )
  }
  const { connection } = found
  if (isElsewhere(claimed, connection)) {
    return unresolved(
      `It was sent under the account ${claimed.accountNumber}, and is known under that one only. Connect the vendor with it again.`,
    )
  }
  return { kind: 'resolved', provider, connection }
}

function unresolved(reason: string): ProviderResolution {
  return { kind: 'unresolved', reason }
}

/**
 * Another account does not show the order, which would look unsent and be placed twice. An unknown account is taken to be the
 * one with which the vendor is connected again.
 */
function isElsewhere(
  { accountNumber, state, submitAttemptedAt }: ClaimedOrder,
  connection: ProviderConnection,
): boolean {
  const isUnsent = state === 'draft' && submitAttemptedAt === null
  if (isUnsent || accountNumber === UNKNOWN_ACCOUNT) return false
  return accountNumber !== connection.accountNumber
}
