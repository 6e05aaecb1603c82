import { describeMeasure } from '../templates/measure-expression.ts'
import type { MeasureExpression } from '../templates/measure-expression.ts'
import type { DiffableItem, FieldDiff, ItemDiff, Json, ListDiff } from './list-diff.ts'

/** One change, with the field names of the API. */
export interface ShownChange extends FieldDiff {
  readonly field: string
}

/** Stored fields that the API does not return as fields of their own. */
const hiddenFields: ReadonlySet<string> = new Set([
  'id',
  'measurementId',
  'removedLineIds',
  'origin',
])

/** The changed fields of the list itself. */
export function shownListChanges({ fields }: ListDiff): ShownChange[] {
  return Object.entries(fields)
    .filter(([field]) => !hiddenFields.has(field))
    .map(([field, { from, to }]) => ({ field, from, to }))
}

/** The changed fields of an item; fields of an added item change from null, of a removed item to null. */
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
