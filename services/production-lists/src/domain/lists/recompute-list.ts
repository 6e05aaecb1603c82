import type { ItemState, ListState, ManualField } from './list-state.ts'
import { calculateList } from './calculate-list.ts'

/** The items of a list's templates as they are now. */
export interface FreshDrafts {
  readonly measurementId: number
  readonly measurementVersion: number
  /** One entry per template, in the list's order; the ids of these items are ignored. */
  readonly drafts: readonly (readonly ItemState[])[]
}

/**
 * Recomputes a list from its current templates and measurements, and calculates its figures. Items and drafts are
 * matched by their template line. Manual changes are kept: fields, the order, items that were added, and the absence
 * of items that were removed. An item without a draft is removed: its line was removed, or the line's conditions no
 * longer hold. A new item is placed after the item of the previous line, else at the end.
 * @param accepts whether to make the change of an item; a new item has the id that it has when all are made
 */
export function recomputeList(
  list: ListState,
  fresh: FreshDrafts,
  accepts: (id: number) => boolean = () => true,
): ListState {
  const removed = new Set(list.removedLineIds)
  const drafts = fresh.drafts.map((ofTemplate) =>
    ofTemplate.filter(({ templateLineId }) => !removed.has(templateLineId ?? 0)),
  )
  const draftOfLine = new Map(drafts.flat().map((draft) => [draft.templateLineId, draft]))
  const kept = list.items.flatMap((item) =>
    accepts(item.id) ? refresh(item, draftOfLine) : [item],
  )
  return calculateList({
    ...list,
    measurementId: fresh.measurementId,
    measurementVersion: fresh.measurementVersion,
    items: placeNewItems(kept, drafts).filter(({ id }) => id > 0 || accepts(id)),
  })
}

function refresh(
  item: ItemState,
  draftOfLine: ReadonlyMap<number | null, ItemState>,
): readonly ItemState[] {
  if (item.origin === 'manual') return [item]
  const draft = draftOfLine.get(item.templateLineId)
  return draft === undefined || item.templateLineId === null ? [] : [keepManual(item, draft)]
}

/** The draft under the item's id, with the fields that were set by hand. */
function keepManual(item: ItemState, draft: ItemState): ItemState {
  const { unitCostSource, priceId } = item
  const manualFields = item.manualFields.filter((field) => isOfUnit(draft, item, field))
  const manual = Object.fromEntries(manualFields.map((field) => [field, item[field]]))
  return {
    ...draft,
    ...manual,
    ...(manualFields.includes('unitCost') && { unitCostSource, priceId }),
    id: item.id,
    manualFields,
  }
}

/** Whether a field of an item means the same in a draft: a figure set by hand is one of its unit. */
function isOfUnit(draft: ItemState, item: ItemState, field: ManualField): boolean {
  if (field === 'quantity' || field === 'unitCost')
    return item.quantityUnits === draft.quantityUnits
  return field !== 'measurement' || item.measurementUnits === draft.measurementUnits
}

function placeNewItems(
  kept: readonly ItemState[],
  drafts: readonly (readonly ItemState[])[],
): ItemState[] {
  const there = new Set(kept.map(({ templateLineId }) => templateLineId))
  const atEnd: ItemState[] = []
  const behindLine = new Map<number | null, ItemState[]>()
  for (const ofTemplate of drafts) {
    let group = atEnd
    for (const draft of ofTemplate) {
      if (!there.has(draft.templateLineId)) group.push(draft)
      else behindLine.set(draft.templateLineId, (group = []))
    }
  }
  const placed = kept.flatMap((item) => [item, ...(behindLine.get(item.templateLineId) ?? [])])
  return numberNewItems([...placed, ...atEnd])
}

/** Gives new items ids below 0, in their order, so that the same recompute has the same result. */
function numberNewItems(items: readonly ItemState[]): ItemState[] {
  let last = 0
  return items.map((item) => (item.id > 0 ? item : { ...item, id: (last -= 1) }))
}
