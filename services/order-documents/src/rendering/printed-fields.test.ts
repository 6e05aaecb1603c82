import { expect, test } from 'vitest'
import { csvColumnsOf } from './csv/csv-presets.ts'
import type { OrderDocumentLine } from './document-model.ts'
import { columnsOf } from './layout/columns.ts'
import { sheetOf } from './layout/sheet.ts'
import { sampleLine, sampleModel } from './testing/sample-model.ts'

type Field = keyof OrderDocumentLine

/** The fields of a line that `print` does not read. */
function notPrinted(print: (line: OrderDocumentLine) => unknown): Field[] {
  const read = new Set<string | symbol>()
  const line = new Proxy(sampleLine(0), {
    get(target, field) {
      read.add(field)
      return Reflect.get(target, field) as unknown
    },
  })
  print(line)
  return (Object.keys(line) as Field[]).filter((field) => !read.has(field))
}

test("the office's PDF has a column for every field of a line, except for those that are listed here", () => {
  const columns = columnsOf(sheetOf(sampleModel(1, 'office')))
  expect(notPrinted((line) => columns.map(({ texts }) => texts(line, 1)))).toEqual([
    // The heading above the rows of a group.
    'listItemGroupName',
    // Printed with tax, as `totalCost`.
    'pretaxCost',
    // In the copy for the crew.
    'tradeType',
  ] satisfies Field[])
})

test('the default CSV of the office has a column for every field of a line', () => {
  const model = sampleModel(1, 'office')
  const columns = csvColumnsOf(model)
  expect(notPrinted((line) => columns.map(({ cell }) => cell(line, model, 1)))).toEqual([])
})

test('the accounting CSV has a column for every field of a line, except for those that are listed here', () => {
  const model = sampleModel(1, 'office', { csvPreset: 'accounting' })
  const columns = csvColumnsOf(model)
  // A bill has prices and what they are for; its tax is an amount.
  expect(notPrinted((line) => columns.map(({ cell }) => cell(line, model, 1)))).toEqual([
    'listItemGroupName',
    'color',
    'notes',
    'taxPercent',
    'tradeType',
  ] satisfies Field[])
})
