import { expect, test } from 'vitest'
import { PAGE_CODE } from '../start/page-code.ts'
import { mayOpen } from './page-scopes.ts'
import type { PageName } from './page-scopes.ts'

test('prices are shown to those who may read vendors, too, because each price is one of a vendor', () => {
  expect(mayOpen('catalog/prices', (scope) => scope === 'prices:read')).toBe(false)
  expect(mayOpen('catalog/prices', (scope) => /^(?:prices|vendors):read$/.test(scope))).toBe(true)
})

test('a page with several scopes is shown to those who have any of them', () => {
  expect(mayOpen('integrations/clients', (scope) => scope === 'audit:read')).toBe(true)
  expect(mayOpen('integrations/clients', (scope) => scope === 'lists:read')).toBe(false)
})

test.each(['catalog', 'integrations'] as const)(
  'the section %s is shown to those who may see a part of it',
  (section) => {
    const parts = (Object.keys(PAGE_CODE) as PageName[]).filter((page) =>
      page.startsWith(`${section}/`),
    )
    for (const own of ['templates', 'vendors', 'brand', 'prices', 'webhooks', 'audit', 'lists']) {
      const can = (scope: string): boolean => scope === `${own}:read`
      expect([own, mayOpen(section, can)]).toEqual([own, parts.some((page) => mayOpen(page, can))])
    }
  },
)
