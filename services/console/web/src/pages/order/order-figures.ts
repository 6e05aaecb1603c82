import type { OrderLineFragment, OrderQuery } from '../../generated/operations.ts'
import { cents, DECIMALS_MAX, rounded } from '../../ui/numbers.ts'

/** An order with all that its page shows. */
export type FullOrder = NonNullable<OrderQuery['projectManagementOrder']>

type Costs = Pick<OrderLineFragment, 'pretaxCost' | 'totalCost' | 'rejectedReason'>

/** Sums of lines; null where the person may not see costs. */
export interface OrderTotals {
  readonly pretaxCost: number
  readonly tax: number
  readonly totalCost: number
}

/** Lines that the supplier refused are not ordered, so they count for nothing. */
export function totalsOf(lines: readonly Costs[]): OrderTotals | null {
  const counted = lines.filter(({ rejectedReason }) => rejectedReason === null)
  let [pretaxCost, totalCost] = [0, 0]
  for (const line of counted) {
    if (line.pretaxCost === null || line.totalCost === null) return null
    pretaxCost += line.pretaxCost
    totalCost += line.totalCost
  }
  return {
    pretaxCost: cents(pretaxCost),
    tax: cents(totalCost - pretaxCost),
    totalCost: cents(totalCost),
  }
}

/** The lines by the group of the list, in their order. */
export const linesByGroup = (
  lines: readonly OrderLineFragment[],
): readonly (readonly [group: string, lines: readonly OrderLineFragment[]])[] => [
  ...Map.groupBy(lines, ({ listItemGroupName }) => listItemGroupName),
]

/** A line with what is left of it after credits. */
export interface StandingLine {
  readonly line: OrderLineFragment
  readonly quantity: number
}

/** What the order and its placed change orders come to: each line with what was not taken back. */
export function standingLines({
  orderListItems,
  changeOrders,
}: Pick<FullOrder, 'orderListItems' | 'changeOrders'>): readonly StandingLine[] {
  const changes = changeOrders
    .filter(({ state }) => state === 'placed')
    .flatMap((change) => change.orderListItems)
  const credited = new Map<string, number>()
  for (const { credits, quantity } of changes)
    if (credits) credited.set(credits.id, (credited.get(credits.id) ?? 0) + quantity)
  return [...orderListItems, ...changes.filter(({ credits }) => credits === null)]
    .filter(({ rejectedReason }) => rejectedReason === null)
    .map((line) => {
      const quantity = line.quantity + (credited.get(line.id) ?? 0)
      return { line, quantity: rounded(quantity, DECIMALS_MAX.quantity) }
    })
    .filter(({ quantity }) => quantity > 0)
}

/**
 * The total of the order and of its placed change orders; null where there are no changes, where costs may not be seen, and
 * of an order that is cancelled or replaced: its change orders are so, too, and which of them it included is not known.
 */
export function totalWithChanges({
  state: stateOfAll,
  orderListItems,
  changeOrders,
}: Pick<FullOrder, 'state' | 'orderListItems' | 'changeOrders'>): number | null {
  if (stateOfAll !== 'placed' || changeOrders.length === 0) return null
  const placed = changeOrders.filter(({ state }) => state === 'placed')
  const changes = placed.flatMap((change) => change.orderListItems)
  return totalsOf([...orderListItems, ...changes])?.totalCost ?? null
}
