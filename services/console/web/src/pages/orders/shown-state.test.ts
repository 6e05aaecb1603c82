import { expect, test } from 'vitest'
import { shownStateOf } from './shown-state.ts'

test.each([
  ['placed', null, 'placed'],
  ['placed', 'draft', 'draft'],
  ['placed', 'delivered', 'delivered'],
  ['cancelled', null, 'cancelled'],
  ['cancelled', 'failed', 'failed'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['replaced', 'failed', 'replaced'],
  ['paused', null, 'paused'],
])('an order that is %s, and %s at its supplier, is shown as %s', (state, atSupplier, shown) => {
  const distributionOrder = atSupplier === null ? null : { id: 'x', state: atSupplier }
  expect(shownStateOf({ state, distributionOrder })).toBe(shown)
})
