import { describe, expect, it } from 'vitest'
import { moneyCell, numberCell, textCell } from './csv-cell.ts'

describe('textCell', () => {
  it('guards a formula', () => {
    expect(textCell('=1+1')).toBe("'=1+1")
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
