import { describe, expect, it } from 'vitest'
import type { CsvPreset } from '../../domain/documents/document-options.ts'
import type { OrderDocumentModel } from '../document-model.ts'
import { renderCsv } from './render-csv.ts'
import { sampleLine, sampleModel } from '../testing/sample-model.ts'

const modes = ['supplier', 'office', 'crew'] as const

/** The rows of a file whose cells have no separators in them. */
const rowsOf = (model: OrderDocumentModel): string[][] =>
  Buffer.from(renderCsv(model))
    .toString('utf8')
    .slice(1, -2)
    .split('\r\n')
    .map((row) => row.split(','))

const line = sampleLine(0, { name: 'Shingles' })

const rowsWith = (csvPreset: CsvPreset, over: Partial<OrderDocumentModel> = {}) =>
  rowsOf(sampleModel(0, 'office', { csvPreset, lines: [line], ...over }))

describe('the default columns', () => {
  it('have prices for the office only', () => {
    const titles = (mode: (typeof modes)[number]) => rowsOf(sampleModel(1, mode))[0]?.join()
    expect(titles('supplier')).toBe('Group,Description,Quantity,Unit,Color,SKU,Trade,Notes,Line')
    expect(titles('crew')).toBe('Group,Work,Quantity,Unit,Color,SKU,Trade,Notes,Line')
    expect(titles('office')).toBe(
      'Group,Description,Quantity,Unit,Color,SKU,Trade,Notes,Unit cost,Pretax cost,Tax percent,Total cost,Line',
    )
  })

  it('have titles in the language of the document', () => {
    expect(rowsWith('default', { language: 'es' })[0]?.join()).toBe(
      'Grupo,Descripción,Cantidad,Unidad,Color,SKU,Oficio,Notas,Costo unitario,Costo sin impuestos,Porcentaje de impuesto,Costo total,Línea',
    )
    expect(rowsOf(sampleModel(0, 'crew', { language: 'es' }))[0]).toContain('Trabajo')
  })
})

describe('the accounting columns', () => {
  const vendor = { id: 1, vendorName: 'ABC', addressLines: [] }

  it('repeat date, number, vendor and job in every row and add up to the total', () => {
    const rows = rowsWith('accounting', { vendor, job: { id: 7, name: null } })
    expect(rows.map((row) => row.join())).toEqual([
      'Date,PO Number,Order ID,Vendor,Job,Item,SKU,Quantity,Unit,Unit Cost,Pretax,Tax,Total,Line',
      '2026-11-20,10045-22,0199e0b4-7c1a-7e52-9a3c-5b1f0c2d4e70,ABC,Job 7,Shingles,GAF-HDZ-WW,76,BUNDLES,36.50,2774.00,201.12,2975.12,1',
    ])
  })

  it('have the credits of a change order with a minus', () => {
    const credit = { quantity: '-2', pretaxCost: '-73.00', totalCost: '-78.29' }
    const [, row] = rowsWith('accounting', { lines: [{ ...line, ...credit }] })
    expect(row?.slice(-7, -1)).toEqual(['-2', 'BUNDLES', '36.50', '-73.00', '-5.29', '-78.29'])
  })

  it('have the day on which the order was placed where the organization is', () => {
    const { order, organization } = sampleModel(1, 'office')
    const evening = { ...order, createdAt: new Date('2026-11-22T01:30:00Z') }
    const dayIn = (timeZone?: string) => {
      const zone = timeZone === undefined ? {} : { timeZone }
      const over = { order: evening, organization: { ...organization, ...zone } }
      return rowsWith('accounting', { lines: [line], ...over })[1]?.[0]
    }
    expect([dayIn(), dayIn('America/Chicago')]).toEqual(['2026-11-22', '2026-11-21'])
  })

  it('are for the office only', () => {
    for (const mode of ['supplier', 'crew'] as const) {
      expect(rowsOf(sampleModel(3, mode, { csvPreset: 'accounting' }))).toEqual(
        rowsOf(sampleModel(3, mode)),
      )
    }
  })
})

describe('the columns of a provider', () => {
  it.each([
    [
      'abc-supply',
      ['PO Number', 'Item Number', 'Quantity', 'UOM', 'Item Description', 'Color'],
      ['10045-22', 'GAF-HDZ-WW', '76', 'BUNDLES', 'Shingles', 'Weathered Wood'],
    ],
    [
      'srs',
      ['PO Number', 'Item Code', 'Item Description', 'Color', 'Order Quantity', 'UOM'],
      ['10045-22', 'GAF-HDZ-WW', 'Shingles', 'Weathered Wood', '76', 'BUNDLES'],
    ],
    [
      'qxo',
      ['PO Number', 'Item Number', 'Quantity', 'Unit of Measure', 'Color', 'Item Description'],
      ['10045-22', 'GAF-HDZ-WW', '76', 'BUNDLES', 'Weathered Wood', 'Shingles'],
    ],
  ] as const)('%s are the same for every reader and language', (csvPreset, titles, row) => {
    for (const mode of modes) {
      const model = sampleModel(0, mode, { csvPreset, language: 'es', lines: [line] })
      expect(rowsOf(model)).toEqual([titles, row])
    }
  })
})

describe('a file without prices', () => {
  it.each(['default', 'accounting', 'abc-supply', 'srs', 'qxo'] as const)(
    'is rendered for supplier and crew, with the preset %s too',
    (csvPreset) => {
      for (const mode of ['supplier', 'crew'] as const) {
        const text = Buffer.from(renderCsv(sampleModel(12, mode, { csvPreset }))).toString('utf8')
        expect(text).not.toMatch(/36\.5|2774|2975|201\.12|7\.25|cost|price|tax|total/i)
      }
    },
  )
})
