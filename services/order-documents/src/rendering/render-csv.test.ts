import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { renderCsv } from './render-csv.ts'
import { sampleLine, sampleModel } from './testing/sample-model.ts'

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

const rowsOf = (bytes: Uint8Array): Record<string, string>[] =>
  parse(Buffer.from(bytes), { columns: true, bom: true, record_delimiter: '\r\n' })

const office = (line: Parameters<typeof sampleLine>[1]) =>
  renderCsv(sampleModel(0, 'office', { lines: [sampleLine(0, line)] }))

describe('renderCsv', () => {
  it('starts with the mark that makes Excel read UTF-8, and ends every row with CRLF', () => {
    const text = textOf(renderCsv(sampleModel(2)))
    expect(text.startsWith('\ufeffGroup,Description,Quantity,Unit,Color,SKU,Trade,Notes\r\n')).toBe(
      true,
    )
    expect(text.match(/\r\n/g)).toHaveLength(3)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  it('has prices for the office and for nobody else', () => {
    const titles = (mode: 'supplier' | 'office' | 'crew') =>
      textOf(renderCsv(sampleModel(1, mode)))
        .slice(1)
        .split('\r\n')[0]
    expect(titles('supplier')).toBe('Group,Description,Quantity,Unit,Color,SKU,Trade,Notes')
    expect(titles('crew')).toBe('Group,Work,Quantity,Unit,Color,SKU,Trade,Notes')
    expect(titles('office')).toBe(
      'Group,Description,Quantity,Unit,Color,SKU,Trade,Notes,Unit cost,Pretax cost,Tax percent,Total cost',
    )
    expect(textOf(renderCsv(sampleModel(1, 'supplier')))).not.toMatch(/36\.5|2774|2975/)
  })

  it('comes back unchanged through another parser', () => {
    const name = 'Nails, 1"\r\nsecond line\nthird; “Łódź” 屋根 🏠'
    const [row] = rowsOf(
      office({ name, groupName: ' spaced ', notes: '\\ \'quoted\' ""', sku: null }),
    )
    expect(row).toEqual({
      Group: ' spaced ',
      Description: name,
      Quantity: '76',
      Unit: 'BUNDLES',
      Color: 'Weathered Wood',
      SKU: '',
      Trade: 'ROOF',
      Notes: '\\ \'quoted\' ""',
      'Unit cost': '36.50',
      'Pretax cost': '2774.00',
      'Tax percent': '7.25',
      'Total cost': '2975.12',
    })
  })

  it.each([
    '=HYPERLINK("http://evil.example","Click")',
    '+1+cmd|’ /C calc’!A0',
    '-2+3+cmd',
    '@SUM(1+1)',
    '\t=1+1',
    '\r=1+1',
    '＝1+1',
  ])('defuses %j in every text column', (formula) => {
    const line = { name: formula, groupName: formula, color: formula, sku: formula, notes: formula }
    const [row = {}] = rowsOf(office({ ...line, quantityUnits: formula, tradeType: formula }))
    for (const title of ['Group', 'Description', 'Unit', 'Color', 'SKU', 'Trade', 'Notes']) {
      expect(row[title]).toBe(`'${formula}`)
    }
  })

  it('keeps numbers as numbers, negative and very large ones too', () => {
    const [row] = rowsOf(
      office({ quantity: '-3.50000', unitCost: '0.03250', totalCost: '-1234567890123456.78' }),
    )
    expect(row).toMatchObject({
      Quantity: '-3.5',
      'Unit cost': '0.0325',
      'Total cost': '-1234567890123456.78',
    })
  })
})
