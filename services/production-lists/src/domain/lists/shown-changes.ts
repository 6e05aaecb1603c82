import { describeMeasure } from '../templates/measure-expression.ts'
import type { MeasureExpression } from '../templates/measure-expression.ts'
import type { DiffableItem, FieldDiff, ItemDiff, Json, ListDiff } from './list-diff.ts'

/** One change in the words of the API. */
export interface ShownChange extends FieldDiff {
  readonly field: string
}

/** What a list keeps and the API does not show by itself. */
const hiddenFields: ReadonlySet<string> = new Set([
  'id',
  'measurementId',
  'removedLineIds',
  'origin',
])

/** What changed of the list itself. */
export function shownListChanges({ fields }: ListDiff): ShownChange[] {
  return Object.entries(fields)
    .filter(([field]) => !hiddenFields.has(field))
    .map(([field, { from, to }]) => ({ field, from, to }))
}

/** What changed of an item; an added one comes from nothing, and a removed one goes to nothing. */
export function shownItemChanges(change: ItemDiff): ShownChange[] {
  if (change.kind === 'changed') return Object.entries(change.fields).flatMap(shownChange)
  const isAdded = change.kind === 'added'
  return Object.entries(change.item)
    .flatMap(([field, value]) =>
      shownChange([field, isAdded ? { from: null, to: value } : { from: value, to: null }]),
    )
    .filter(({ from, to }) => from !== null || to !== null)
}

export function itemOf(change: ItemDiff): Pick<DiffableItem, 'id' | 'name'> {
  return change.kind === 'changed' ? change : change.item
}

function shownChange([field, { from, to }]: [string, FieldDiff]): ShownChange[] {
  if (hiddenFields.has(field)) return []
  if (field === 'measure') return [{ field, from: measureWords(from), to: measureWords(to) }]
  if (field !== 'manualFields') return [{ field, from, to }]
  const manual = { from: isManualMeasurement(from), to: isManualMeasurement(to) }
  const isSame = manual.from === manual.to
  return [...(isSame ? [] : [{ field: 'isManualMeasurement', ...manual }]), { field, from, to }]
}

function measureWords(measure: Json): string | null {
  const expression = measure as unknown as MeasureExpression | null
  return expression === null || expression.length === 0 ? null : describeMeasure(expression)
}

function isManualMeasurement(manualFields: Json): boolean | null {
  if (!Array.isArray(manualFields)) return null
  return manualFields.includes('measurement') || manualFields.includes('quantity')
}
