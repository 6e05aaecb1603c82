import { jobViolation } from '@takeoff/contracts/jobs/job-record'
import { describe, expect, test } from 'vitest'
import { listChangeViolation, newListViolation } from './lists/list-request.ts'
import { readPriceCsv } from './prices/read-price-csv.ts'
import { checkProduct } from './templates/product-request.ts'
import { checkTemplate } from './templates/template-request.ts'

type ArgumentsOf = (text: string) => (string | undefined)[]

const product =
  (field: string): ArgumentsOf =>
  (text) => {
    const request = { name: 'Shingles', productType: 'SHINGLES', provider: null, packages: [] }
    const checked = checkProduct({ ...request, ...nested(field, text) })
    return checked.kind === 'accepted' ? [] : checked.violations.map(({ argument }) => argument)
  }

const template =
  (field: string): ArgumentsOf =>
  (text) => {
    const request = { name: 'Roof', tradeType: 'ROOF', lines: [line({})] }
    const { violations } = checkTemplate({ ...request, [field]: text })
    return violations.map(({ argument }) => argument)
  }

const templateLine =
  (field: string): ArgumentsOf =>
  (text) => {
    const lines = [line({ [field]: text })]
    const { violations } = checkTemplate({ name: 'Roof', tradeType: 'ROOF', lines })
    return violations.map(({ argument }) => argument)
  }

const listItem =
  (field: string): ArgumentsOf =>
  (text) => [listChangeViolation({ id: 1, listItems: [{ id: 1, [field]: text }] })?.argument]

const addedItem =
  (field: string): ArgumentsOf =>
  (text) => {
    const item = { name: 'Nails', quantityUnits: 'BOXES', unitCost: 1, quantity: 1 }
    return [listChangeViolation({ id: 1, addListItems: [{ ...item, [field]: text }] })?.argument]
  }

const price =
  (column: string): ArgumentsOf =>
  (text) => {
    const cells = { sku: 'A', name: 'Shingles', colors: 'Gray', [column]: text }
    const csv = `sku,name,colors,unit,unit_cost,effective_from\n${Object.values(cells)
      .map((cell) => `"${cell}"`)
      .join(',')},BUNDLES,1,2026-01-01`
    const read = readPriceCsv(csv)
    const [row] = read.kind === 'accepted' ? read.rows : []
    return row?.kind === 'refused' ? row.reasons.map((reason) => reason.split(' ')[0]) : []
  }

const oneLine: readonly (readonly [name: string, argumentsOf: ArgumentsOf, argument: string])[] = [
  [
    'key of a job',
    (text) => [jobViolation({ externalIdentifier: text })?.argument],
    'externalIdentifier',
  ],
  ['name of a job', (text) => [jobViolation({ name: text })?.argument], 'name'],
  [
    'name of a new list',
    (text) => [newListViolation({ jobId: 1, templateIds: [1], name: text })?.argument],
    'name',
  ],
  ['name of a list', (text) => [listChangeViolation({ id: 1, name: text })?.argument], 'name'],
  ['name of an item', listItem('name'), 'listItems[0].name'],
  ['group of an item', listItem('listItemGroupName'), 'listItems[0].listItemGroupName'],
  ['color of an item', listItem('color'), 'listItems[0].color'],
  ['unit of an added item', addedItem('quantityUnits'), 'addListItems[0].quantityUnits'],
  ['trade of an added item', addedItem('tradeType'), 'addListItems[0].tradeType'],
  ['name of a product', product('name'), 'product.name'],
  ['displayed name of a product', product('displayName'), 'product.displayName'],
  ['type of a product', product('productType'), 'product.productType'],
  ['SKU of a product', product('sku'), 'product.sku'],
  ['name of a provider', product('provider.name'), 'product.provider.name'],
  ['key of a provider', product('provider.identifier'), 'product.provider.identifier'],
  ['name of a template', template('name'), 'template.name'],
  ['trade of a template', template('tradeType'), 'template.tradeType'],
  ['name of a template line', templateLine('name'), 'template.lines[0].name'],
  ['group of a line', templateLine('listItemGroupName'), 'template.lines[0].listItemGroupName'],
  ['color of a template line', templateLine('color'), 'template.lines[0].color'],
  ['SKU of a price', price('sku'), 'sku'],
  ['name of a price', price('name'), 'name'],
  ['colors of a price', price('colors'), 'colors'],
]

describe.each(oneLine)('the %s', (_name, argumentsOf, argument) => {
  test.each(['a\u001bb', 'a\u0007b', 'a\r\nb', 'a\tb', 'a\u2028b', 'a\u2029b'])(
    'is one line of printable characters, and %j is not',
    (text) => {
      expect(argumentsOf(text)).toEqual([argument])
    },
  )
})

test('the unit of an added item has at most 50 characters in capitals', () => {
  const argumentsOf = addedItem('quantityUnits')
  expect(argumentsOf('\u0390'.repeat(16))).toEqual([undefined])
  // In capitals it is three characters.
  expect(argumentsOf('\u0390'.repeat(17))).toEqual(['addListItems[0].quantityUnits'])
})

const severalLines: typeof oneLine = [
  ['notes of an item', listItem('notes'), 'listItems[0].notes'],
  ['notes of a template line', templateLine('notes'), 'template.lines[0].notes'],
]

describe.each(severalLines)('the %s', (_name, argumentsOf, argument) => {
  test('may have several lines', () => {
    expect(argumentsOf('a\r\n\tb').filter((found) => found !== undefined)).toEqual([])
  })

  test.each(['a\u001bb', 'a\u0007b', 'a\u0085b'])('must not hold %j', (text) => {
    expect(argumentsOf(text)).toEqual([argument])
  })
})

function line(changes: object) {
  return {
    name: 'Shingles',
    listItemGroupName: 'Roof',
    type: 'MATERIAL',
    measure: [{ measure: 'roof_area' }],
    measurementUnits: 'squares',
    coverage: 1,
    quantityUnits: 'BUNDLES',
    ...changes,
  }
}

/** `provider.name` becomes an object with both texts of a provider. */
function nested(field: string, text: string): object {
  const [outer = '', inner] = field.split('.')
  if (inner === undefined) return { [outer]: text }
  return { [outer]: { identifier: 'abc', name: 'ABC', [inner]: text } }
}
