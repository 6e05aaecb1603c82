/** One word for the providers' different words. */
export type NormalStatus =
  | 'received'
  | 'in_progress'
  | 'needs_review'
  | 'ready'
  | 'partial'
  | 'delivered'
  | 'invoiced'
  | 'cancelled'

/** States of a distribution order that a provider's status can cause. */
export type ProvidedState = 'submitted' | 'acknowledged' | 'delivered' | 'cancelled'

interface StatusRow {
  readonly rawStatuses: readonly string[]
  readonly state: ProvidedState
}

/** The raw status words of the providers' order systems, and the state that each causes. */
export const statusTable: Readonly<Record<NormalStatus, StatusRow>> = {
  received: {
    rawStatuses: ['Pending', 'Scheduled', 'Requested', 'Order Received', 'Processing'],
    state: 'submitted',
  },
  needs_review: { rawStatuses: ['Needs approval'], state: 'submitted' },
  in_progress: { rawStatuses: ['En Route', 'Attempted'], state: 'acknowledged' },
  ready: { rawStatuses: ['Ready for pick up', 'Ready Delivery'], state: 'acknowledged' },
  partial: { rawStatuses: ['Partial'], state: 'acknowledged' },
  delivered: {
    rawStatuses: ['Delivered', 'Picked Up', 'Complete', 'Arrived'],
    state: 'delivered',
  },
  invoiced: { rawStatuses: ['Processed', 'Invoiced'], state: 'delivered' },
  cancelled: { rawStatuses: ['Cancelled'], state: 'cancelled' },
}

const byRawStatus: ReadonlyMap<string, NormalStatus> = new Map(
  (Object.keys(statusTable) as NormalStatus[]).flatMap((status) =>
    statusTable[status].rawStatuses.map((raw) => [simplify(raw), status] as const),
  ),
)

/** `null` without a word, and for an unknown one: it is kept as received, and has no meaning yet. */
export function normalStatus(rawStatus: string | null): NormalStatus | null {
  return rawStatus === null ? null : (byRawStatus.get(simplify(rawStatus)) ?? null)
}

/** The raw status words that mean `status`, without case, spaces and dashes. */
export function rawStatusesOf(status: NormalStatus): readonly string[] {
  return statusTable[status].rawStatuses.map(simplify)
}

/** `null` leaves the state as it is. */
export function stateOfStatus(status: NormalStatus | null): ProvidedState | null {
  return status === null ? null : statusTable[status].state
}

/** Case, spaces and dashes differ between the calls of one and the same provider. */
function simplify(rawStatus: string): string {
  return rawStatus.toLowerCase().replaceAll(/[\s_-]+/g, '')
}
