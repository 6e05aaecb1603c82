import { expect, test } from 'vitest'
import { mayOpen } from './page-scopes.ts'

test('prices are shown to those who may read vendors, too, because each price is one of a vendor', () => {
  expect(mayOpen('catalog/prices', (scope) => scope === 'prices:read')).toBe(false)
  expect(mayOpen('catalog/prices', (scope) => /^(?:prices|vendors):read$/.test(scope))).toBe(true)
})

test('a page with several scopes is shown to those who have any of them', () => {
  expect(mayOpen('integrations/clients', (scope) => scope === 'audit:read')).toBe(true)
  expect(mayOpen('integrations/clients', (scope) => scope === 'lists:read')).toBe(false)
})
