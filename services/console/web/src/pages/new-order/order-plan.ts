import { ORDERS_OF_CALL_MAX } from '@takeoff/contracts/order-limits'
import { DECIMALS_MAX, rounded, sumOf } from '../../ui/numbers.ts'
import { priceLine } from '../list/draft/line-figures.ts'
import type { OrderDraft, Way } from './order-draft.ts'

/** An item of the list, as far as ordering it goes. */
export interface OrderableItem {
  readonly id: number
  readonly name: string
  readonly quantity: number
  readonly quantityUnits: string
  readonly type: string
  readonly color: string | null
  readonly SKU: string | null
  readonly unitCost: number | null
  readonly taxPercent: number
  readonly totalCost: number | null
  readonly vendor: { readonly id: number } | null
}

/** How far an item is ordered. */
export interface Coverage {
  readonly listItemId: number
  readonly ordered: number
  readonly left: number
}

export interface PlanOptions {
  readonly items: readonly OrderableItem[]
  readonly coverage: readonly Coverage[]
  readonly draft: Pick<OrderDraft, 'picks' | 'ways' | 'vendorId'>
  /** Whether chosen items are ordered in full, because what is left of one is not known. */
  readonly namesItems?: boolean
  /** Vendors whose orders can be submitted to their order systems by this person. */
  readonly connectedVendorIds: ReadonlySet<number>
  /** Vendors that take no orders. */
  readonly archivedVendorIds: ReadonlySet<number>
}

/** An item with what would be ordered of it. */
export interface PlannedItem {
  readonly item: OrderableItem
  readonly ordered: number
  readonly left: number
  readonly isChosen: boolean
  /** What would be ordered now, were the item chosen. */
  readonly quantity: number
  /** What would be ordered beyond the need; 0 of an item that is not chosen. */
  readonly over: number
  /** Null where the person may not see it. */
  readonly totalCost: number | null
  /** A supplier's order system takes no item without one. */
  readonly lacksSku: boolean
}

/** The items of one vendor and kind, as they are shown. A vendorId of null: items without a vendor. */
export interface PlanSection {
  readonly key: string
  readonly vendorId: number | null
  readonly kind: string
  readonly way: Way
  readonly items: readonly PlannedItem[]
}

/** One order as it would be placed. */
export interface PlannedOrder {
  readonly key: string
  readonly vendorId: number
  readonly kind: string
  readonly way: Way
  readonly items: readonly PlannedItem[]
  /** Null where the person may not see costs. */
  readonly totalCost: number | null
}

export interface OrderPlan {
  readonly sections: readonly PlanSection[]
  readonly orders: readonly PlannedOrder[]
  /** Without names the API orders what is left of every material; named items are ordered in full. */
  readonly isNamed: boolean
  /** Some chosen items have no vendor, and none is chosen for them. */
  readonly lacksVendor: boolean
  /** Chosen items that a supplier's order system would refuse. */
  readonly withoutSku: readonly PlannedItem[]
  /** Chosen items whose vendor takes no orders: the API would refuse their order, after others were placed. */
  readonly ofArchived: readonly PlannedItem[]
  /** One call places all documents, and not so many: it would be refused after other orders were submitted. */
  readonly hasTooManyDocuments: boolean
  /** Chosen items of which more is ordered than the list needs. */
  readonly overOrdered: readonly PlannedItem[]
}

const MATERIAL = 'MATERIAL'

/** Whether an item of the type can be ordered: materials and labor. */
export const isOrderable = ({ type }: { readonly type: string }): boolean =>
  type === MATERIAL || type === 'LABOR'

/** Whether an item is ordered unless the person chooses otherwise: what is left of a material. */
export const isProposed = ({ item, left }: Pick<PlannedItem, 'item' | 'left'>): boolean =>
  item.type === MATERIAL && left > 0

/**
 * What is ordered from whom. Proposed is what is left of every material; labor is ordered where it is chosen. Vendors
 * that are connected to an order system get their materials that way, unless a document is chosen, or something was
 * ordered in part before.
 */
export function planOrders(options: PlanOptions): OrderPlan {
  const { items, coverage, draft, namesItems = false } = options
  const { connectedVendorIds, archivedVendorIds } = options
  const covered = new Map(coverage.map((each) => [each.listItemId, each]))
  const vendorOfTheRest = draft.vendorId === '' ? null : Number(draft.vendorId)
  const known = items.filter(isOrderable).map((item) => {
    const { ordered = 0, left = item.quantity } = covered.get(item.id) ?? {}
    return { item, ordered, left }
  })
  // A supplier's order system gets items in full, so the rest of one is proposed by document.
  const hasRest = known.some((each) => isProposed(each) && each.ordered > 0)
  const wayOf = (vendorId: number | null, kind: string): Way => {
    if (vendorId === null || kind !== MATERIAL || !connectedVendorIds.has(vendorId))
      return 'document'
    return draft.ways[vendorId] ?? (hasRest ? 'document' : 'submit')
  }
  const orderable = known.map((each) => {
    const vendorId = each.item.vendor?.id ?? vendorOfTheRest
    const isChosen = draft.picks[each.item.id] ?? isProposed(each)
    return { ...each, isChosen, vendorId, way: wayOf(vendorId, each.item.type) }
  })
  const isNamed =
    namesItems ||
    orderable.some(
      (each) => each.isChosen !== isProposed(each) || (each.isChosen && each.way === 'submit'),
    )
  const planned = orderable.map(({ item, ordered, left, isChosen, vendorId, way }) => {
    const quantity = isNamed || !isChosen ? item.quantity : left
    return {
      vendorId,
      way,
      planned: {
        item,
        ordered,
        left,
        isChosen,
        quantity,
        over: isChosen
          ? Math.max(0, rounded(ordered + quantity - item.quantity, DECIMALS_MAX.quantity))
          : 0,
        totalCost: costOf(item, quantity),
        lacksSku: way === 'submit' && !item.SKU?.trim(),
      } satisfies PlannedItem,
    }
  })
  const chosen = planned.filter((each) => each.planned.isChosen)
  const chosenItems = chosen.map((each) => each.planned)
  const orders = [
    ...Map.groupBy(chosen, ({ vendorId, planned: { item } }) => keyOf(vendorId, item.type)),
  ].flatMap(([key, members]) => orderOf(key, members))
  return {
    sections: sectionsOf(planned),
    orders,
    isNamed,
    lacksVendor: chosen.some(({ vendorId }) => vendorId === null),
    withoutSku: chosenItems.filter(({ lacksSku }) => lacksSku),
    ofArchived: chosen
      .filter(({ vendorId }) => vendorId !== null && archivedVendorIds.has(vendorId))
      .map((each) => each.planned),
    hasTooManyDocuments: documentsOf(orders).length > ORDERS_OF_CALL_MAX,
    overOrdered: chosenItems.filter(({ over }) => over > 0),
  }
}

interface Member {
  readonly vendorId: number | null
  readonly way: Way
  readonly planned: PlannedItem
}

/** Materials before labor, and items without a vendor behind those with one. */
function sectionsOf(members: readonly Member[]): readonly PlanSection[] {
  const groups = Map.groupBy(members, ({ planned: { item } }) => keyOf(item.vendor?.id, item.type))
  const rankOf = ({ kind, vendorId }: PlanSection): number =>
    (kind === MATERIAL ? 0 : 2) + (vendorId === null ? 1 : 0)
  return [...groups]
    .map(([key, group]) => sectionOf(key, group))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

function sectionOf(key: string, members: readonly Member[]): PlanSection {
  const [first] = members
  return {
    key,
    vendorId: first?.planned.item.vendor?.id ?? null,
    kind: first?.planned.item.type ?? MATERIAL,
    way: first?.way ?? 'document',
    items: members.map(({ planned }) => planned),
  }
}

function orderOf(key: string, members: readonly Member[]): readonly PlannedOrder[] {
  const [first] = members
  if (first === undefined || first.vendorId === null) return []
  const items = members.map(({ planned }) => planned)
  return [
    {
      key,
      vendorId: first.vendorId,
      kind: first.planned.item.type,
      way: first.way,
      items,
      totalCost: totalOf(items),
    },
  ]
}

/** The orders that are placed by document, with one call. */
export const documentsOf = (orders: readonly PlannedOrder[]): readonly PlannedOrder[] =>
  orders.filter(({ way }) => way === 'document')

/** Whether nothing is left to order of any material of the list. */
export function isNothingLeft({ sections }: OrderPlan): boolean {
  const materials = sections.filter(({ kind }) => kind === MATERIAL).flatMap(({ items }) => items)
  return materials.length > 0 && materials.every(({ left }) => left === 0)
}

/** Null where the person may not see one of the costs. */
export const totalOf = (priced: readonly { readonly totalCost: number | null }[]): number | null =>
  sumOf(priced.map(({ totalCost }) => totalCost))

/** As services/order-documents/src/domain/orders/order-line.ts prices a part of an item. */
function costOf(item: OrderableItem, quantity: number): number | null {
  if (quantity === item.quantity || item.unitCost === null) return item.totalCost
  const { unitCost, taxPercent } = item
  return priceLine({ quantity, unitCost, taxPercent, markup: 0 }).totalCost
}

const keyOf = (vendorId: number | null | undefined, kind: string): string =>
  `${vendorId ?? 'none'} ${kind}`

/** Where the parts of an item's bar end, in per cent of its length. */
export interface BarParts {
  readonly ordered: number
  readonly now: number
  /** Below 100 where more is ordered than is needed. */
  readonly need: number
}

/** A bar as long as the need, or as all that is ordered where that is more. */
export function barOf({ item, ordered, quantity, isChosen }: PlannedItem): BarParts {
  const now = isChosen ? quantity : 0
  const whole = Math.max(item.quantity, ordered + now)
  const share = (value: number): number => (whole === 0 ? 0 : (value / whole) * 100)
  return {
    ordered: share(ordered),
    now: share(now),
    need: whole === 0 ? 100 : share(item.quantity),
  }
}
