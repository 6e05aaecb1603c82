import { expect, test } from 'vitest'
import { formatOf } from '../../../i18n/format.ts'
import { taxText } from './price-text.ts'

test('a tax is not rounded', () => {
  expect(taxText(7.25, formatOf('en'))).toBe('7.25\u00A0%')
  expect(taxText(null, formatOf('en'))).toBe('–')
})
