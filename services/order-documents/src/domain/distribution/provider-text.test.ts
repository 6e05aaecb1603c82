import { expect, test } from 'vitest'
import { providerText } from './provider-text.ts'

test('the text of a provider is kept as one line', () => {
  expect(providerText(' out of\r\n\tstock\u0000 ')).toBe('out of stock')
  expect(providerText('half a \uD83D')).toBe('half a \uFFFD')
})

test('a text that is too long ends in an ellipsis, counted in characters', () => {
  expect(providerText('🏠'.repeat(500))).toBe('🏠'.repeat(500))
  expect(providerText('🏠'.repeat(501))).toBe(`${'🏠'.repeat(499)}…`)
})
