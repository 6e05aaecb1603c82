import type { FullOrder } from './order-figures.ts'

type DistributionOrder = NonNullable<FullOrder['distributionOrder']>

const STEPS = ['draft', 'submitted', 'acknowledged', 'delivered'] as const
const ENDS: ReadonlySet<string> = new Set(['failed', 'cancelled', 'delivered'])

/** A step of an order on its way through the supplier's system. */
export interface ProgressStep {
  readonly name: string
  readonly status: 'done' | 'current' | 'ahead'
  /** When it was reached, where that is known. */
  readonly at: string | undefined
}

/** The steps of a distribution order; one that failed or was cancelled ends where it came to. */
export function progressOf(
  { state, submittedAt, updatedAt }: Pick<DistributionOrder, 'state' | 'submittedAt' | 'updatedAt'>,
  createdAt: string,
): readonly ProgressStep[] {
  const times: Readonly<Record<string, string | undefined>> = {
    [state]: updatedAt,
    draft: createdAt,
    submitted: submittedAt ?? undefined,
  }
  const reached = STEPS.findIndex((step) => step === state)
  if (reached === -1) {
    const before = STEPS.filter((step) => step === 'draft' || (step === 'submitted' && submittedAt))
    return [
      ...before.map((name) => ({ name, status: 'done' as const, at: times[name] })),
      { name: state, status: 'current', at: updatedAt },
    ]
  }
  return STEPS.map((name, index) => ({
    name,
    status: index < reached ? 'done' : index === reached ? 'current' : 'ahead',
    at: index <= reached ? times[name] : undefined,
  }))
}

/** Whether the supplier may still change it. */
export const isUnderWay = (order: { readonly state: string } | null): boolean =>
  order !== null && !ENDS.has(order.state)

const SOON_MS = 2_000
const WAITING_MS = 15_000

/** How long to wait before the order is read again; undefined when nothing in it changes by itself. */
export function pollMsOf(
  order: Pick<FullOrder, 'orderDocuments' | 'distributionOrder'> | null | undefined,
): number | undefined {
  if (!order) return undefined
  const { orderDocuments, distributionOrder } = order
  if (orderDocuments.some(({ state }) => state === 'pending')) return SOON_MS
  if (!distributionOrder || !isUnderWay(distributionOrder)) return undefined
  const isSoon = distributionOrder.state === 'draft' || distributionOrder.cancelRequestedAt !== null
  return isSoon ? SOON_MS : WAITING_MS
}
