import { expect, test } from 'vitest'
import { documentDefaults } from '../domain/documents/document-options.ts'
import type { CsvPreset } from '../domain/documents/document-options.ts'
import { csvPresetWarnings } from './csv-preset-warnings.ts'

const draft = (csvPreset: CsvPreset, purchaseOrderNumber: string, lineCount = 1) => ({
  document: { ...documentDefaults, mode: 'supplier' as const, csvPreset, id: 'id' },
  purchaseOrderNumber,
  lineCount,
})

test('a file for a provider warns of values that its order system does not accept', () => {
  expect(csvPresetWarnings([draft('abc-supply', 'x'.repeat(21), 100)])).toEqual([
    'The CSV has the columns of ABC Supply, but its order system does not take everything in it: purchaseOrderNumber has 21 characters, at most 20 are taken. Nothing was cut.',
    'The CSV has the columns of ABC Supply, but its order system does not take everything in it: listItemIds has 100 lines, at most 99 are taken. Nothing was cut.',
  ])
})

test('many orders of one call warn once', () => {
  const long = draft('qxo', 'x'.repeat(23))

  expect(csvPresetWarnings([long, long])).toHaveLength(1)
})

test.each([
  ['an order within the limits', draft('abc-supply', 'x'.repeat(20), 99)],
  ['a provider without limits', draft('srs', 'x'.repeat(64), 100)],
  ['columns for people', draft('default', 'x'.repeat(64), 100)],
  ['an order without a document', { ...draft('qxo', 'x'.repeat(64)), document: null }],
])('%s causes no warning', (_, order) => {
  expect(csvPresetWarnings([order])).toEqual([])
})
