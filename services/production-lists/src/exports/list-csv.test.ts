import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { Kind, parse as parseSchema } from 'graphql'
import { expect, test } from 'vitest'
import type { ListItemRow } from '../db/lists/list-item-reads.ts'
import { shownItemColumns } from '../db/lists/list-columns.ts'
import type { WholeListRow } from '../db/lists/whole-lists.ts'
import { listCsvHead, listCsvRows } from './list-csv.ts'
import { listRecord } from './list-record.ts'

const pallets = { unit: 'PALLETS', holds: 40, of: 'BUNDLES' }

const item: ListItemRow = {
  id: 11,
  orgId: 2,
  listId: 1,
  sortOrder: 1,
  name: '=1+1 "Shingles"',
  listItemGroupName: 'Shingles',
  tradeType: 'ROOF',
  type: 'MATERIAL',
  SKU: 'SKU-1',
  color: 'Charcoal, dark',
  notes: 'two\nlines',
  vendorId: 3,
  measurement: 21.94,
  measurementUnits: 'squares',
  wasteFactor: 0.1,
  calculatedQuantity: 75.41875,
  quantity: 76,
  quantityUnits: 'BUNDLES',
  isManualMeasurement: false,
  unitCost: 0.0001,
  taxPercent: 7.25,
  pretaxCost: 1497.2,
  totalCost: 1605.75,
  totalPrice: 2167.76,
  markup: 0.2,
  productId: 5,
  productSku: 'SKU-5',
  productPackages: [pallets],
  productName: 'Shingle',
  displayName: 'Shingle, fine',
  manufacturerUrl: 'https://example.com',
  productType: 'MATERIAL',
  providerIdentifier: 'abc-supply',
  providerName: 'ABC Supply',
}

const list: WholeListRow = {
  id: 1,
  orgId: 2,
  jobId: 4,
  jobName: '@Maple Street',
  salesOpportunityId: 6,
  version: 3,
  name: 'Dach, Żółć',
  createdAt: new Date(Date.UTC(2026, 2, 14)),
  updatedAt: new Date(Date.UTC(2026, 2, 15)),
  soldAt: new Date(Date.UTC(2026, 2, 16)),
  measurementVersion: 1,
  templateIds: [1, 4],
  contractLaborTotal: 0,
  contractMaterialSubtotal: 0,
  contractMaterialTax: 0,
  contractMaterialTotal: 0,
  contractOtherTotal: 0,
  contractPreDiscountPrice: 0,
  contractTotalCost: 0,
  contractTotalPrice: 0,
  laborTotalCost: 0,
  materialPretaxCost: 1497.2,
  materialSalesTax: 108.55,
  materialTotalCost: 1605.75,
  otherTotalCost: 0,
  profitAmount: -562.01,
  profitMargin: 25.9258,
  totalCost: 1605.75,
  totalDiscount: 0,
  totalPrice: 2167.76,
  items: [item, { ...item, id: 12, productId: null, vendorId: null, color: null }],
}

const rowsOf = (text: string) =>
  parse<Record<string, string>>(listCsvHead() + text, { columns: true })

const schema = parseSchema(await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8'))

function fieldsOf(type: string): string[] {
  return schema.definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value === type
      ? (definition.fields ?? []).map(({ name }) => name.value)
      : [],
  )
}

test('a line of NDJSON has the fields of the API, apart from those that are computed at every read', () => {
  const record = listRecord(list)
  const [exported] = record.listItems
  const computed = new Set(['priceWarnings', 'missingMaterials', 'quantityIn', 'explanation'])
  const stored = (type: string) => fieldsOf(type).filter((name) => !computed.has(name))
  expect(Object.keys(record).toSorted()).toEqual(stored('ProductionList').toSorted())
  expect(Object.keys(exported ?? {}).toSorted()).toEqual(stored('ListItem').toSorted())
  expect(Object.keys(exported?.product ?? {}).toSorted()).toEqual(stored('Product').toSorted())
  expect(record).toMatchObject({
    soldAt: '2026-03-16T00:00:00.000Z',
    measurementVersion: 1,
    templateIds: [1, 4],
  })
  expect(exported?.product).toMatchObject({ id: 5, sku: 'SKU-5', packages: [pallets] })
})

test('the columns are the fields of a line of NDJSON, apart from packages', () => {
  const { listItems, ...own } = listRecord(list)
  const expected = [...leavesOf(own), ...leavesOf(listItems[0] ?? {}, 'listItems.')]
  const [head = []] = parse(listCsvHead(), { columns: false })
  expect(head.toSorted()).toEqual(
    expected.filter((name) => name !== 'listItems.product.packages').toSorted(),
  )
})

test('the columns that were added later are behind all others', () => {
  const [head = []] = parse(listCsvHead(), { columns: false })
  expect(head.slice(head.indexOf('listItems.vendor.id') + 1)).toEqual([
    'listItems.product.id',
    'listItems.product.sku',
    'soldAt',
    'measurementVersion',
    'templateIds',
    'listItems.markup',
  ])
})

function leavesOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? leavesOf(inner, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  )
}

test('each item is a row that repeats the columns of the list', () => {
  const [first, second, ...others] = rowsOf(listCsvRows(listRecord(list)))
  expect(others).toEqual([])
  expect(first).toMatchObject({
    id: '1',
    name: 'Dach, Żółć',
    createdAt: '2026-03-14T00:00:00.000Z',
    profitAmount: '-562.01',
    'salesOpportunity.job.id': '4',
    'listItems.id': '11',
    'listItems.color': 'Charcoal, dark',
    'listItems.notes': 'two\nlines',
    'listItems.unitCost': '0.0001',
    'listItems.isManualMeasurement': 'false',
    'listItems.product.provider.identifier': 'abc-supply',
    'listItems.vendor.id': '3',
    'listItems.product.sku': 'SKU-5',
    soldAt: '2026-03-16T00:00:00.000Z',
    templateIds: '1\n4',
  })
  expect(second).toMatchObject({
    id: '1',
    'listItems.id': '12',
    'listItems.color': '',
    'listItems.product.name': '',
    'listItems.product.provider.name': '',
    'listItems.vendor.id': '',
  })
})

test('a list without items is one row', () => {
  const rows = rowsOf(listCsvRows(listRecord({ ...list, items: [] })))
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    id: '1',
    'listItems.id': '',
    'listItems.vendor.id': '',
    measurementVersion: '1',
  })
})

test('a spreadsheet evaluates no text as a formula', () => {
  const notes = ' =1+1'
  const [row] = rowsOf(listCsvRows(listRecord({ ...list, items: [{ ...item, notes }] })))
  expect(row).toMatchObject({
    'listItems.name': `'=1+1 "Shingles"`,
    'listItems.notes': `' =1+1`,
    'salesOpportunity.job.name': `'@Maple Street`,
  })
})

test('a field with a separator of spreadsheets in other locales is quoted', () => {
  const items = [{ ...item, name: 'Nails;=1+1', notes: 'left\t=2+2', color: 'red|=3+3' }]
  const text = listCsvRows(listRecord({ ...list, items }))
  for (const field of ['"Nails;=1+1"', '"left\t=2+2"', '"red|=3+3"']) expect(text).toContain(field)
})

test('an exported item has each column that clients read, as a line and as CSV', () => {
  const { vendorId: _, ...readable } = shownItemColumns
  const names = [...Object.keys(readable), 'vendor']
  const [exported = {}] = listRecord(list).listItems
  const columns = listCsvHead().trim().split(',')
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(names))
  expect(columns.map((column) => column.split('.').slice(0, 2).join('.'))).toEqual(
    expect.arrayContaining(names.map((name) => `listItems.${name}`)),
  )
})
