import type { ListItem } from './production-list.ts'

/** The longest of the suppliers' own limits is 22; contractors’ numbering schemes may need more. */
export const PURCHASE_ORDER_NUMBER_LENGTH_MAX = 64
export const EXTERNAL_IDENTIFIER_LENGTH_MAX = 255

/** The kind of an order: all materials or all labor, never both. */
export type OrderKind = 'MATERIAL' | 'LABOR'

/** Another order that this one points at. */
export interface OrderReference {
  readonly id: string
  readonly purchaseOrderNumber: string | null
  readonly createdAt: Date
}

export interface OrderRequest {
  /** Unset: every MATERIAL item of the list. */
  readonly listItemIds: readonly string[] | undefined
  /** Unset: the one vendor of the chosen items. */
  readonly vendorId: number | undefined
}

export interface VendorShare {
  readonly id: number
  readonly listItemIds: readonly number[]
}

export type OrderRejection =
  | { readonly kind: 'no-items-named' }
  | { readonly kind: 'no-material-items' }
  | { readonly kind: 'malformed-list-item-ids'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown-list-items'; readonly ids: readonly string[] }
  | { readonly kind: 'repeated-list-items'; readonly ids: readonly string[] }
  | {
      readonly kind: 'mixed-types'
      readonly materialIds: readonly number[]
      readonly laborIds: readonly number[]
    }
  | { readonly kind: 'not-orderable'; readonly listItemIds: readonly number[] }
  | { readonly kind: 'vendor-required'; readonly listItemIds: readonly number[] }
  | {
      readonly kind: 'vendor-ambiguous'
      readonly vendors: readonly VendorShare[]
      readonly listItemIdsWithoutVendor: readonly number[]
    }

export type OrderDecision =
  | {
      readonly kind: 'accepted'
      readonly orderKind: OrderKind
      readonly vendorId: number
      readonly listItems: readonly ListItem[]
      /** Ordered items that the list ties to another vendor than the named one. */
      readonly listItemIdsOfOtherVendors: readonly number[]
    }
  | OrderRejection

/**
 * The items of a list to order, and their vendor; or why the order is rejected.
 * @param request its ids have passed `rejectNamedIds`
 */
export function decideOrder(listItems: readonly ListItem[], request: OrderRequest): OrderDecision {
  const rejection = rejectUnknownIds(listItems, request.listItemIds)
  if (rejection !== undefined) return rejection

  const chosen = chooseListItems(listItems, request.listItemIds)
  const orderKind = decideOrderKind(chosen)
  if (typeof orderKind === 'object') return orderKind

  const vendorId = request.vendorId ?? decideVendor(chosen)
  if (typeof vendorId === 'object') return vendorId

  return {
    kind: 'accepted',
    orderKind,
    vendorId,
    listItems: chosen,
    listItemIdsOfOtherVendors: idsOfOtherVendors(chosen, vendorId),
  }
}

/** Of the items that the list ties to another vendor. */
export function idsOfOtherVendors(chosen: readonly ListItem[], vendorId: number): number[] {
  return idsOf(chosen.filter((item) => item.vendorId !== null && item.vendorId !== vendorId))
}

/** The violation of ids that no item of the list has; undefined without one, or without ids. */
export function rejectUnknownIds(
  listItems: readonly ListItem[],
  ids: readonly string[] = [],
): OrderRejection | undefined {
  const known = new Set(listItems.map((item) => String(item.id)))
  const unknown = ids.filter((id) => !known.has(id))
  return unknown.length > 0 ? { kind: 'unknown-list-items', ids: unknown } : undefined
}

/** The violations of ids that can be found without the list, before it is fetched. */
export function rejectNamedIds(ids: readonly string[]): OrderRejection | undefined {
  if (ids.length === 0) return { kind: 'no-items-named' }

  const malformed = ids.filter((id) => !/^[1-9]\d*$/.test(id))
  if (malformed.length > 0) return { kind: 'malformed-list-item-ids', ids: malformed }

  const repeated = repeatedIds(ids)
  return repeated.length > 0 ? { kind: 'repeated-list-items', ids: repeated } : undefined
}

/** Each repeated id once, in linear time, because only the size of the request limits their number. */
function repeatedIds(ids: readonly string[]): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const id of ids) (seen.has(id) ? repeated : seen).add(id)
  return [...repeated]
}

/** The named items, or every MATERIAL item. Keeps the order of the list, whatever the order of the ids. */
export function chooseListItems(
  listItems: readonly ListItem[],
  ids: readonly string[] | undefined,
): readonly ListItem[] {
  if (ids === undefined) return listItems.filter((item) => item.type === 'MATERIAL')
  const chosen = new Set(ids)
  return listItems.filter((item) => chosen.has(String(item.id)))
}

/** Undefined for items that cannot be ordered: OTHER. */
export function orderKindOf({ type }: { readonly type: string }): OrderKind | undefined {
  return type === 'MATERIAL' || type === 'LABOR' ? type : undefined
}

function decideOrderKind(chosen: readonly ListItem[]): OrderKind | OrderRejection {
  if (chosen.length === 0) return { kind: 'no-material-items' }

  const material = chosen.filter((item) => item.type === 'MATERIAL')
  const labor = chosen.filter((item) => item.type === 'LABOR')
  if (material.length + labor.length < chosen.length) {
    const others = chosen.filter((item) => orderKindOf(item) === undefined)
    return { kind: 'not-orderable', listItemIds: idsOf(others) }
  }
  if (material.length > 0 && labor.length > 0) {
    return { kind: 'mixed-types', materialIds: idsOf(material), laborIds: idsOf(labor) }
  }
  return material.length > 0 ? 'MATERIAL' : 'LABOR'
}

/** Items without a vendor get the one vendor that the others name. */
function decideVendor(chosen: readonly ListItem[]): number | OrderRejection {
  const shares = new Map<number, number[]>()
  for (const { id, vendorId } of chosen) {
    if (vendorId === null) continue
    const share = shares.get(vendorId)
    if (share === undefined) shares.set(vendorId, [id])
    else share.push(id)
  }

  const vendors = [...shares].map(([id, listItemIds]) => ({ id, listItemIds }))
  const [vendor, ...others] = vendors
  if (vendor === undefined) return { kind: 'vendor-required', listItemIds: idsOf(chosen) }
  if (others.length === 0) return vendor.id

  const without = chosen.filter((item) => item.vendorId === null)
  return { kind: 'vendor-ambiguous', vendors, listItemIdsWithoutVendor: idsOf(without) }
}

export function idsOf(listItems: readonly ListItem[]): number[] {
  return listItems.map((item) => item.id)
}
