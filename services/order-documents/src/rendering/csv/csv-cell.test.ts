import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyCell, numberCell, textCell } from './csv-cell.ts'

describe('textCell', () => {
  it.each([
    '=HYPERLINK("http://evil.example","Click")',
    '+1+cmd|’ /C calc’!A0',
    '-2+3+cmd',
    '@SUM(1+1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '  =1+1',
    '＝1+1',
    "'=1+1",
    "''\t",
  ])('puts an apostrophe before %j', (formula) => {
    expect(textCell(formula)).toBe(`'${formula}`)
  })

  it.each(['', 'Nails', "'hello'", '3-tab', 'a=b', ' spaced ', '1+1', "6' gutter"])(
    'leaves %j unchanged',
    (text) => {
      expect(textCell(text)).toBe(text)
    },
  )

  it('is undone by removing one apostrophe from text that looks like a formula', () => {
    const undo = (cell: string) =>
      cell.startsWith("'") && textCell(cell) !== cell ? cell.slice(1) : cell
    const awkward = fc.string({ unit: fc.constantFrom("'", '=', '-', ' ', '\t', 'a') })

    fc.assert(
      fc.property(awkward, (text) => {
        expect(undo(textCell(text))).toBe(text)
      }),
    )
  })

  it('is empty for a missing value', () => {
    expect(textCell(null)).toBe('')
  })
})

describe('numbers are plain', () => {
  it.each([
    ['76.00000', '76'],
    ['-3.50000', '-3.5'],
    ['0.00000', '0'],
    ['-0.00', '0'],
    ['1234567.00001', '1234567.00001'],
    ['0.0000001', '0.0000001'],
  ])('numberCell %s → %s', (number, cell) => {
    expect(numberCell(number)).toBe(cell)
  })

  it.each([
    ['1497.2', '1497.20'],
    ['0.03250', '0.0325'],
    ['-19.7', '-19.70'],
    ['-0.00', '0.00'],
    ['-1234567890123456.78', '-1234567890123456.78'],
  ])('moneyCell %s → %s', (amount, cell) => {
    expect(moneyCell(amount)).toBe(cell)
  })
})
