import { expect, it } from 'vitest'
import { moneyText, percentText, plainMoney, plainNumber, quantityText } from './decimal-text.ts'

it.each([
  ['76.00000', '76'],
  ['75.41875', '75.41875'],
  ['1234567.5', '1,234,567.5'],
  ['0', '0'],
  ['-1000', '-1,000'],
  ['1e3', '1,000'],
])('writes the quantity %s as %s', (quantity, text) => {
  expect(quantityText(quantity)).toBe(text)
})

it.each([
  ['1497.2', '1,497.20'],
  ['19.70', '19.70'],
  ['0.0325', '0.0325'],
  ['0', '0.00'],
  ['-12345678.9', '-12,345,678.90'],
])('writes the amount %s as %s', (amount, text) => {
  expect(moneyText(amount)).toBe(text)
})

it('writes a tax without idle zeros', () => {
  expect(percentText('7.2500')).toBe('7.25%')
})

it.each([
  ['76.00000', '76'],
  ['-3.50000', '-3.5'],
  ['0.00000', '0'],
  ['-0.00', '0'],
  ['1234567.00001', '1234567.00001'],
  ['0.0000001', '0.0000001'],
])('writes the plain number %s as %s', (number, text) => {
  expect(plainNumber(number)).toBe(text)
})

it.each([
  ['1497.2', '1497.20'],
  ['0.03250', '0.0325'],
  ['-19.7', '-19.70'],
  ['-0.00', '0.00'],
  ['-1234567890123456.78', '-1234567890123456.78'],
])('writes the plain amount %s as %s', (amount, text) => {
  expect(plainMoney(amount)).toBe(text)
})
