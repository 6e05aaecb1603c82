import { expect, test } from 'vitest'
import type { FullListFragment } from '../../generated/operations.ts'
import { en } from '../../i18n/en.ts'
import { listCsv } from './list-csv.ts'

const line = {
  name: 'Nails 1-1/4"',
  SKU: null,
  color: '=cmd()',
  measurement: 2.5,
  wasteFactor: 0.1,
  quantity: 3,
  quantityUnits: 'BOXES',
  unitCost: 9.5,
  totalCost: 28.5,
  totalPrice: 30,
  notes: 'two\nlines',
}

const csv = (totalCost: number | null): string =>
  listCsv({ totalCost, listItems: [line] } as unknown as FullListFragment, en)

test('a list is written as RFC 4180 has it, and no text becomes a formula', () => {
  expect(csv(1)).toBe(
    '\uFEFFItem,SKU,Color,Measured,Waste,Quantity,Unit,Unit cost,Cost,Price,Notes\r\n' +
      `"Nails 1-1/4""",,'=cmd(),2.5,0.1,3,BOXES,9.5,28.5,30,"two\nlines"\r\n`,
  )
})

test('a field with a separator of spreadsheets in other locales is quoted', () => {
  const items = [{ ...line, name: 'Nails;=1+1', color: 'red|=2+2', notes: 'left\t=3+3' }]
  const text = listCsv({ totalCost: 1, listItems: items } as unknown as FullListFragment, en)
  for (const field of ['"Nails;=1+1"', '"red|=2+2"', '"left\t=3+3"']) expect(text).toContain(field)
})

test('a formula is guarded as in the CSV of an order, also behind spaces and in wide characters', () => {
  const items = [{ ...line, name: '  =1+1', color: '＝2+2', notes: '\n=3+3' }]
  const text = listCsv({ totalCost: 1, listItems: items } as unknown as FullListFragment, en)
  for (const field of ["\r\n'  =1+1,", "'＝2+2", '"\'\n=3+3"']) expect(text).toContain(field)
})

test('costs that are hidden have no columns', () => {
  expect(csv(null).split('\r\n')[0]).toBe(
    '\uFEFFItem,SKU,Color,Measured,Waste,Quantity,Unit,Price,Notes',
  )
})
