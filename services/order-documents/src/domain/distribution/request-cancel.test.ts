import { expect, test } from 'vitest'
import { sampleDistributionOrder } from '../../testing/sample-distribution-order.ts'
import type { DistributionOrder } from './distribution-order.ts'
import { requestCancel } from './request-cancel.ts'

const NOW = new Date('2026-03-14T16:00:00.000Z')
const EARLIER = new Date('2026-03-14T15:30:00.000Z')

const request = (order: Partial<DistributionOrder>, canCancel = true) =>
  requestCancel(sampleDistributionOrder(order), NOW, { name: 'QXO', canCancel })

test.each([true, false])('a draft that was never sent is cancelled at once', (canCancel) => {
  expect(request({ failure: 'busy (429)' }, canCancel)).toMatchObject({
    kind: 'accepted',
    order: { state: 'cancelled', cancelRequestedAt: NOW, nextAttemptAt: null, failure: null },
  })
})

test('a draft that may have arrived waits for the outcome', () => {
  expect(request({ attempts: 1, submitAttemptedAt: EARLIER }, false)).toMatchObject({
    kind: 'accepted',
    order: { state: 'draft', cancelRequestedAt: NOW, nextAttemptAt: NOW },
  })
})

test.each(['submitted', 'acknowledged'] as const)(
  'an order that is %s is cancelled by a call',
  (state) => {
    expect(request({ state })).toMatchObject({
      kind: 'accepted',
      order: { state, cancelRequestedAt: NOW, nextAttemptAt: NOW },
    })
    expect(request({ state }, false)).toEqual({
      kind: 'refused',
      reason: expect.stringContaining('QXO takes no cancellations') as string,
    })
  },
)

test('a repeated request changes nothing', () => {
  const order = { state: 'submitted', cancelRequestedAt: EARLIER, nextAttemptAt: EARLIER } as const

  expect(request(order)).toMatchObject({ kind: 'accepted', order })
})

test.each([true, false])('an order that is cancelled already stays as it is', (canCancel) => {
  const order = sampleDistributionOrder({ state: 'cancelled', failure: 'Cancelled by the branch' })

  expect(requestCancel(order, NOW, { name: 'QXO', canCancel })).toEqual({ kind: 'accepted', order })
})

test.each(['delivered', 'failed'] as const)('%s cannot be cancelled', (state) => {
  expect(request({ state })).toMatchObject({ kind: 'refused' })
})
