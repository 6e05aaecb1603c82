import type { ClaimedOrder } from '../db/distribution/claim-distribution-orders.ts'
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

export type Way =
  | {
      readonly kind: 'open'
      readonly provider: OrderProvider
      readonly connection: ProviderConnection
    }
  /** `reason` is one or two sentences for the user. */
  | { readonly kind: 'closed'; readonly reason: string }

export interface WayTools {
  readonly providers: Pick<Providers, 'providerOf'>
  readonly findConnection: ConnectionFinder
}

/** How an order's provider is reached, and as whom. */
export async function findWay(
  claimed: ClaimedOrder,
  { providers, findConnection }: WayTools,
): Promise<Way> {
  const { orgId, vendorId, providerIdentifier } = claimed
  const provider = providers.providerOf(providerIdentifier)
  if (provider === undefined) {
    return closed(`The provider ${providerIdentifier} is not connected to this installation.`)
  }
  const found = await findConnection(orgId, vendorId)
  if (found?.providerIdentifier !== providerIdentifier) {
    return closed(`The vendor is not connected with ${provider.name} any more. Connect it again.`)
  }
  const { connection } = found
  if (isElsewhere(claimed, connection)) {
    return closed(
      `It was sent under the account ${claimed.accountNumber}, and is known under that one only. Connect the vendor with it again.`,
    )
  }
  return { kind: 'open', provider, connection }
}

function closed(reason: string): Way {
  return { kind: 'closed', reason }
}

/** In another account's books its absence would say nothing, and it would be placed twice. */
function isElsewhere(
  { accountNumber, order }: ClaimedOrder,
  connection: ProviderConnection,
): boolean {
  const isUnsent = order.state === 'draft' && order.submitAttemptedAt === null
  return !isUnsent && accountNumber !== connection.accountNumber
}
