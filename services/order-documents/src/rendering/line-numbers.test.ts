import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderDocumentModel } from './document-model.ts'
import { renderCsv } from './csv/render-csv.ts'
import { layoutDocument } from './layout/layout.ts'
import { sampleLine, sampleModel } from './testing/sample-model.ts'

/** Number and quantity of each line, as the PDF shows them; the samples have a quantity of their own each. */
function linesOfPdf(model: OrderDocumentModel): string[][] {
  const rows = layoutDocument(model)
    .flat()
    .filter(({ box }) => box.role === 'line')
  return rows.map(({ box }) =>
    box.parts
      .slice(0, 2)
      .map(({ lines }) => lines[0]?.line.spans.map(({ text }) => text).join('') ?? ''),
  )
}

function rowsOfCsv(model: OrderDocumentModel): Record<string, string>[] {
  return parse(Buffer.from(renderCsv(model)), { columns: true, bom: true })
}

/** Groups that alternate, that are blank, and a change order's credits between its additions. */
const mixedLines = fc.array(
  fc.record({
    listItemGroupName: fc.constantFrom('Shingles', ' Shingles', 'Other', 'Otros', '', 'Flashing'),
    isCredit: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
)

test.for(['order', 'change order'] as const)(
  'the CSV of any %s has the lines in the order of the PDF, with their numbers',
  (kind) => {
    fc.assert(
      fc.property(mixedLines, fc.constantFrom('en', 'es'), (mixed, language) => {
        const changes = {
          id: '0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e71',
          purchaseOrderNumber: '1',
          createdAt: new Date(),
        }
        const { order } = sampleModel(0)
        const isChange = kind === 'change order'
        const model = sampleModel(0, 'supplier', {
          language,
          order: { ...order, changes: isChange ? changes : null },
          lines: mixed.map(({ listItemGroupName, isCredit }, index) =>
            sampleLine(0, {
              listItemGroupName,
              quantity: `${isChange && isCredit ? '-' : ''}${index + 1}`,
            }),
          ),
        })
        const titles = language === 'en' ? ['Line', 'Quantity'] : ['Línea', 'Cantidad']
        const csv = rowsOfCsv(model).map((row) => titles.map((title) => row[title]))
        const pdf = linesOfPdf(model).map((cells) => cells.map((cell) => cell.replace('−', '-')))
        expect(csv).toEqual(pdf)
      }),
    )
  },
)

test.for(['accounting', 'abc-supply', 'srs', 'qxo'] as const)(
  'the CSV for %s has the lines in the order of the PDF',
  (csvPreset) => {
    const lines = ['A', 'B', 'A'].map((listItemGroupName, index) =>
      sampleLine(0, { listItemGroupName, sku: `SKU-${index}` }),
    )
    const model = sampleModel(0, 'office', { csvPreset, lines })
    const skus = rowsOfCsv(model).map((row) => row['SKU'] ?? row['Item Number'] ?? row['Item Code'])
    expect(skus).toEqual(['SKU-0', 'SKU-2', 'SKU-1'])
  },
)
