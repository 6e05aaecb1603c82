import { expect, test } from 'vitest'
import { formatOf } from '../../../i18n/format.ts'
import { dayText, taxText } from './price-text.ts'

test('a day is the same day in every time zone', () => {
  expect(dayText('2026-03-01', formatOf('en'))).toBe('Mar 1, 2026')
})

test('a tax is not rounded', () => {
  expect(taxText(7.25, formatOf('en'))).toBe('7.25\u00A0%')
  expect(taxText(null, formatOf('en'))).toBe('–')
})
