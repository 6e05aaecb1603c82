import { draftOf, emptyLine } from './template-draft.ts'
import type { KnownMeasure, LineDraft, TemplateDraft } from './template-draft.ts'

/** Measures of each dimension. */
export const measures: readonly KnownMeasure[] = [
  { name: 'roof_area', dimension: 'area', units: 'squares' },
  { name: 'eaves', dimension: 'length', units: 'linear_feet' },
  { name: 'valleys', dimension: 'length', units: 'linear_feet' },
  { name: 'vents', dimension: 'count', units: null },
]

/** A template with a line of every kind of value. */
export const template: Parameters<typeof draftOf>[0] = {
  id: 7,
  orgId: 1,
  version: 3,
  name: 'Shingles',
  tradeType: 'ROOF',
  wasteFactor: 0.1,
  combineSameProducts: true,
  updatedAt: '2026-03-01T00:00:00.000Z',
  archivedAt: null,
  lines: [
    {
      id: 71,
      name: 'Ice and water',
      listItemGroupName: 'Underlayment',
      type: 'MATERIAL',
      measure: [
        { measure: 'eaves', width: 6, times: null, pitchAbove: null },
        { measure: 'valleys', width: 3, times: 2, pitchAbove: null },
      ],
      measurementUnits: 'squares',
      coverage: null,
      quantityUnits: 'ROLLS',
      wasteFactor: 0.075,
      rounding: 'step',
      roundingStep: 0.5,
      minimumQuantity: 1,
      conditions: [{ measure: 'valleys', above: 0, pitchAbove: null }],
      productId: 5,
      product: { name: 'WG-IWS', displayName: 'WeatherWatch' },
      color: null,
      notes: 'Rear',
      vendorId: 2,
      unitCost: 98.5,
      markup: 0.35,
      taxPercent: 7.25,
    },
  ],
}

/** A line that is complete. */
export const lineOf = (key: string, values: Partial<LineDraft> = {}): LineDraft => ({
  ...emptyLine(key),
  name: key,
  listItemGroupName: 'Group',
  ...values,
})

export const templateOf = (...lines: readonly LineDraft[]): TemplateDraft => ({
  ...draftOf({ ...template, lines: [] }),
  lines,
})
