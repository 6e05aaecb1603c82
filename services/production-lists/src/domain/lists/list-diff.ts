import { invariant } from '@takeoff/kit/values/invariant'
/** Any JSON value; diffs are stored as JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json }

/** Fields by name. Two compared states have the same names. */
type Fields = Readonly<Record<string, Json>>

/** An item without its position, which follows from its index. */
export type DiffableItem = Fields & { readonly id: number; readonly name: string }

export interface DiffableList {
  readonly fields: Fields
  /** In the order of the list. */
  readonly items: readonly DiffableItem[]
}

export interface FieldDiff {
  readonly from: Json
  readonly to: Json
}

type FieldDiffs = Readonly<Record<string, FieldDiff>>

export type ItemDiff =
  | { readonly kind: 'removed'; readonly position: number; readonly item: DiffableItem }
  | {
      readonly kind: 'changed'
      readonly id: number
      /** The item's name after the change. */
      readonly name: string
      readonly fields: FieldDiffs
    }
  | { readonly kind: 'added'; readonly position: number; readonly item: DiffableItem }

/** The difference between two states of a list; it can be applied and reverted. */
export interface ListDiff {
  readonly fields: FieldDiffs
  /**
   * Removed and added items in the order of their positions: from 1, in the state that has the item.
   * Changed ones in the order of the later state.
   */
  readonly items: readonly ItemDiff[]
  /**
   * Present when items in both states changed their relative order: the shortest run of them that
   * contains every moved item, by item id.
   */
  readonly order?: { readonly from: readonly number[]; readonly to: readonly number[] }
}

export const emptyDiff: ListDiff = { fields: {}, items: [] }

/** Linear in the number of items. */
export function diffLists(before: DiffableList, after: DiffableList): ListDiff {
  const earlier = byId(before.items)
  const later = byId(after.items)
  const staying = after.items.filter(({ id }) => earlier.has(id))
  const order = diffOrder(
    before.items.filter(({ id }) => later.has(id)),
    staying,
  )
  return {
    fields: diffFields(before.fields, after.fields),
    items: [
      ...missing('removed', before.items, later),
      ...staying.flatMap((item) => changed(earlier.get(item.id), item)),
      ...missing('added', after.items, earlier),
    ],
    ...(order !== undefined && { order }),
  }
}

export function isEmptyDiff({ fields, items, order }: ListDiff): boolean {
  return Object.keys(fields).length === 0 && items.length === 0 && order === undefined
}

/** The state after the diff, from the state before it. */
export function applyDiff(state: DiffableList, diff: ListDiff): DiffableList {
  const gone = new Set<number>()
  const changes = new Map<number, FieldDiffs>()
  const added = new Map<number, DiffableItem>()
  for (const change of diff.items) {
    if (change.kind === 'removed') gone.add(change.item.id)
    else if (change.kind === 'changed') changes.set(change.id, change.fields)
    else added.set(change.position, change.item)
  }
  const staying = gone.size === 0 ? state.items : state.items.filter(({ id }) => !gone.has(id))
  const edited = staying.map((item) => changeFields(item, changes.get(item.id)))
  return {
    fields: changeFields(state.fields, diff.fields),
    items: insert(reorder(edited, diff.order), added),
  }
}

/** The state before the diff, from the state after it. */
export function revertDiff(state: DiffableList, diff: ListDiff): DiffableList {
  return applyDiff(state, inverse(diff))
}

function byId(items: readonly DiffableItem[]): ReadonlyMap<number, DiffableItem> {
  return new Map(items.map((item) => [item.id, item]))
}

function missing<Kind extends 'removed' | 'added'>(
  kind: Kind,
  items: readonly DiffableItem[],
  others: ReadonlyMap<number, DiffableItem>,
) {
  return items.flatMap((item, index) =>
    others.has(item.id) ? [] : [{ kind, position: index + 1, item }],
  )
}

function changed(before: DiffableItem | undefined, after: DiffableItem): ItemDiff[] {
  const fields = before === undefined ? {} : diffFields(before, after)
  if (Object.keys(fields).length === 0) return []
  return [{ kind: 'changed', id: after.id, name: after.name, fields }]
}

function diffFields(before: Fields, after: Fields): FieldDiffs {
  const fields: Record<string, FieldDiff> = {}
  for (const [name, to] of Object.entries(after)) {
    const from = before[name] ?? null
    if (!isSame(from, to)) fields[name] = { from, to }
  }
  return fields
}

function diffOrder(before: readonly DiffableItem[], after: readonly DiffableItem[]) {
  const start = before.findIndex(({ id }, index) => id !== after[index]?.id)
  if (start === -1) return undefined
  const end = before.findLastIndex(({ id }, index) => id !== after[index]?.id) + 1
  return { from: idsOf(before.slice(start, end)), to: idsOf(after.slice(start, end)) }
}

function idsOf(items: readonly DiffableItem[]): number[] {
  return items.map(({ id }) => id)
}

function reorder(
  items: readonly DiffableItem[],
  order: ListDiff['order'],
): readonly DiffableItem[] {
  if (order === undefined) return items
  const found = byId(items)
  const start = items.findIndex(({ id }) => id === order.from[0])
  const moved = order.to.flatMap((id) => found.get(id) ?? [])
  return items.toSpliced(start, order.from.length, ...moved)
}

/** `added` by position. */
function insert(
  staying: readonly DiffableItem[],
  added: ReadonlyMap<number, DiffableItem>,
): readonly DiffableItem[] {
  if (added.size === 0) return staying
  const rest = staying.values()
  return Array.from({ length: staying.length + added.size }, (_, index) => {
    const item = added.get(index + 1) ?? rest.next().value
    invariant(item !== undefined, `the diff leaves no item for position ${index + 1}`)
    return item
  })
}

function changeFields<State extends Fields>(state: State, fields: FieldDiffs | undefined): State {
  if (fields === undefined) return state
  const changes = Object.entries(fields).map(([name, { to }]) => [name, to])
  return changes.length === 0 ? state : { ...state, ...Object.fromEntries(changes) }
}

function inverse({ fields, items, order }: ListDiff): ListDiff {
  return {
    fields: inverseFields(fields),
    items: items.map(inverseItem),
    ...(order !== undefined && { order: { from: order.to, to: order.from } }),
  }
}

function inverseItem(change: ItemDiff): ItemDiff {
  if (change.kind === 'removed') return { ...change, kind: 'added' }
  if (change.kind === 'added') return { ...change, kind: 'removed' }
  return { ...change, fields: inverseFields(change.fields) }
}

function inverseFields(fields: FieldDiffs): FieldDiffs {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { from, to }]) => [name, { from: to, to: from }]),
  )
}

/** Compares by content, because the database returns the keys of an object in its own order. */
function isSame(one: Json, other: Json): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const entries = Object.entries(one)
  const others = new Map(Object.entries(other))
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => {
      const counterpart = others.get(name)
      return counterpart !== undefined && isSame(value, counterpart)
    })
  )
}
