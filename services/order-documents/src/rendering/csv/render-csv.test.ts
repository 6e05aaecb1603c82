import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { renderCsv } from './render-csv.ts'
import { sampleLine, sampleModel } from '../testing/sample-model.ts'

type Line = Parameters<typeof sampleLine>[1]

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** Parsed by two independent parsers, which must agree. */
function rowsOf(bytes: Uint8Array): Record<string, string>[] {
  const rows: Record<string, string>[] = parse(Buffer.from(bytes), {
    columns: true,
    bom: true,
    // Parsed like programs that accept every kind of line end.
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  const others = Papa.parse<Record<string, string>>(textOf(bytes), {
    header: true,
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(others.errors).toEqual([])
  expect(others.data).toEqual(rows)
  return rows
}

const office = (line: Line) => renderCsv(sampleModel(0, 'office', { lines: [sampleLine(0, line)] }))

describe('renderCsv', () => {
  it('starts with the mark that makes Excel read UTF-8, and ends every row with CRLF', () => {
    const text = textOf(renderCsv(sampleModel(2)))
    expect(
      text.startsWith('\ufeffGroup,Description,Quantity,Unit,Color,SKU,Trade,Notes,Line\r\n'),
    ).toBe(true)
    expect(text.match(/\r\n/g)).toHaveLength(3)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  it('is parsed unchanged by other parsers', () => {
    const name = 'Nails, 1"\r\nsecond line\nthird; “Łódź” 屋根 🏠'
    const [row] = rowsOf(
      office({ name, listItemGroupName: ' spaced ', notes: '\\ \'quoted\' ""', sku: null }),
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
      Line: '1',
    })
  })

  it('is parsed unchanged for any text', () => {
    const awkward = fc.string({
      unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '|', ' ', "'", 'a', '屋', '🏠'),
    })
    fc.assert(
      fc.property(awkward, awkward, (name, notes) => {
        const [row] = rowsOf(office({ name: `a${name}`, notes: `a${notes}` }))
        expect(row).toMatchObject({ Description: `a${name}`, Notes: `a${notes}` })
      }),
    )
  })

  it('contains no formula in any column', () => {
    const formula = '=HYPERLINK("http://evil.example","Click")'
    const line = {
      name: formula,
      listItemGroupName: formula,
      color: formula,
      sku: formula,
      notes: formula,
    }
    const [row = {}] = rowsOf(office({ ...line, quantityUnits: formula, tradeType: formula }))
    for (const title of ['Group', 'Description', 'Unit', 'Color', 'SKU', 'Trade', 'Notes']) {
      expect(row[title]).toBe(`'${formula}`)
    }
  })

  it('quotes separators of spreadsheets in other locales', () => {
    const text = textOf(office({ name: 'Nails;=1+1', notes: 'left\t=2+2', color: 'red|=3+3' }))
    for (const field of ['"Nails;=1+1"', '"left\t=2+2"', '"red|=3+3"']) {
      expect(text).toContain(field)
    }
  })
})
