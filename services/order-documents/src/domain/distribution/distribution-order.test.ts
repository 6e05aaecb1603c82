import { describe, expect, test } from 'vitest'
import { sampleDistributionOrder } from '../../testing/sample-distribution-order.ts'
import type { DistributionOrder } from './distribution-order.ts'
import { isFinal, nextStep } from './distribution-order.ts'

const TIME = new Date('2026-03-14T15:00:00.000Z')

const stepOf = (order: Partial<DistributionOrder>, canCancel = true): string =>
  nextStep(sampleDistributionOrder(order), canCancel).kind

describe('a draft', () => {
  test('is submitted when the provider surely does not have it', () => {
    expect(stepOf({})).toBe('submit')
    expect(stepOf({ attempts: 3 })).toBe('submit')
  })

  test('is looked up while the outcome of the last attempt is unknown', () => {
    expect(stepOf({ attempts: 1, submitAttemptedAt: TIME })).toBe('find')
    expect(stepOf({ attempts: 1, submitAttemptedAt: TIME, cancelRequestedAt: TIME })).toBe('find')
  })

  test('is cancelled here when a cancellation was requested, with every provider', () => {
    expect(stepOf({ cancelRequestedAt: TIME })).toBe('cancel-here')
    expect(stepOf({ cancelRequestedAt: TIME }, false)).toBe('cancel-here')
  })
})

test.each(['submitted', 'acknowledged'] as const)('an order that is %s is looked up', (state) => {
  expect(stepOf({ state })).toBe('find')
  expect(stepOf({ state, cancelRequestedAt: TIME })).toBe('cancel')
  expect(stepOf({ state, cancelRequestedAt: TIME }, false)).toBe('find')
})

test.each(['delivered', 'failed', 'cancelled'] as const)('no step follows %s', (state) => {
  expect(stepOf({ state, submitAttemptedAt: TIME, cancelRequestedAt: TIME })).toBe('nothing')
  expect(isFinal(state)).toBe(true)
})
