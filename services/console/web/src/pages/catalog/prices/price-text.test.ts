import { expect, test } from 'vitest'
import { createFormat } from '../../../i18n/format.ts'
import { dayText, taxText } from './price-text.ts'

test('a day is the same day in every time zone', () => {
  expect(dayText('2026-03-01', createFormat('en'))).toBe('Mar 1, 2026')
})

test('a tax is not rounded', () => {
  expect(taxText(7.25, createFormat('en'))).toBe('7.25\u00A0%')
  expect(taxText(null, createFormat('en'))).toBe('–')
})
