import { expect, test } from 'vitest'
import { sectionsFor } from './routes.ts'

const namesFor = (...scopes: readonly string[]): readonly string[] =>
  sectionsFor((scope) => scopes.includes(scope)).map(({ name }) => name)

test('attention is offered to those for whom its page has a part', () => {
  expect(namesFor('orders:submit')).toEqual([])
  expect(namesFor('orders:read', 'orders:submit')).toEqual(['orders', 'attention'])
  expect(namesFor('webhooks:read')).toEqual(['integrations', 'attention'])
})
