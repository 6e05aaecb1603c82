import { expect, test } from 'vitest'
import { jobState } from './job-state.ts'

test.each([
  [null, 0, undefined, 'new'],
  [1, 0, undefined, 'measured'],
  [2, 1, undefined, 'listed'],
  [null, 1, undefined, 'listed'],
  [1, 1, { isDelivered: false }, 'ordered'],
  [1, 3, { isDelivered: true }, 'delivered'],
])(
  'measured %s times, with %i lists and orders %j: %s',
  (measurementVersion, count, orders, state) => {
    expect(jobState({ measurementVersion, productionListCount: count }, orders)).toBe(state)
  },
)
