import { describe, expect, test } from 'vitest'
import { sampleDistributionOrder } from '../../testing/sample-distribution-order.ts'
import { cancel } from './outcome.ts'
import type { Moment } from './outcome.ts'
import { afterCancel, afterFind, afterUnreachable } from './after-outcome.ts'
import { afterSubmit } from './after-submission.ts'

const SENT_AT = new Date('2026-03-14T15:00:00.000Z')
const SETTLE_MS = 120_000
const ACCEPTED = { confirmationNumber: 'C-1', rawStatus: 'Pending', rejectedLines: [] }

const later = (seconds: number): Date => new Date(SENT_AT.getTime() + seconds * 1000)
const days = (count: number): number => count * 86_400

/** Requested and received so many seconds after the order was sent. */
const at = (seconds: number, provider: Partial<Moment['provider']> = {}): Moment => ({
  requestedAt: later(seconds),
  now: later(seconds),
  random: 0.5,
  provider: { name: 'ABC Supply', canCancel: true, settleMs: SETTLE_MS, ...provider },
})

const sent = sampleDistributionOrder({ attempts: 1, submitAttemptedAt: SENT_AT })
const submitted = sampleDistributionOrder({
  state: 'submitted',
  attempts: 1,
  submittedAt: SENT_AT,
  confirmationNumber: 'C-1',
  rawStatus: 'Pending',
})
const cancelling = { ...submitted, cancelRequestedAt: later(60) }
const CANCELLED = { kind: 'cancelled', rawStatus: 'Cancelled' } as const
const still = (rawStatus: string) => ({ kind: 'not-cancelled', ...ACCEPTED, rawStatus }) as const
const reject = (...lineIds: string[]) =>
  lineIds.map((lineId) => ({ lineId, reason: 'discontinued' }))

describe('a submission', () => {
  test('that is accepted makes the order submitted', () => {
    expect(afterSubmit(sent, { kind: 'accepted', ...ACCEPTED }, at(2))).toMatchObject({
      order: {
        state: 'submitted',
        submittedAt: later(2),
        submitAttemptedAt: null,
        confirmationNumber: 'C-1',
        rawStatus: 'Pending',
        failure: null,
        nextAttemptAt: later(62),
      },
    })
  })

  test('that is accepted except for some lines reports them', () => {
    const outcome = { kind: 'accepted', ...ACCEPTED, rejectedLines: reject('a', 'b') } as const

    expect(afterSubmit(sent, outcome, at(2))).toMatchObject({
      order: { state: 'submitted' },
      rejectedLines: outcome.rejectedLines,
    })
  })

  test('without an accepted line fails the order', () => {
    const outcome = { kind: 'accepted', ...ACCEPTED, rejectedLines: reject('a', 'b', 'c') } as const

    expect(afterSubmit(sent, outcome, at(2))).toMatchObject({
      order: { state: 'failed', confirmationNumber: 'C-1', nextAttemptAt: null },
      rejectedLines: outcome.rejectedLines,
    })
  })

  test('that is refused fails the order with the provider’s reason', () => {
    const outcome = { kind: 'rejected', reason: 'account on\nhold', rejectedLines: [] } as const

    expect(afterSubmit(sent, outcome, at(2)).order).toMatchObject({
      state: 'failed',
      failure: 'account on hold',
      submitAttemptedAt: null,
      nextAttemptAt: null,
    })
  })

  test('that surely did not arrive is repeated', () => {
    expect(afterSubmit(sent, { kind: 'not-sent', reason: 'refused' }, at(2)).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: null,
      failure: 'refused',
      nextAttemptAt: later(7),
    })
  })

  test('that surely did not arrive cancels an order whose cancellation was requested', () => {
    const order = { ...sent, cancelRequestedAt: later(1) }

    expect(afterSubmit(order, { kind: 'not-sent', reason: 'x' }, at(2)).order.state).toBe(
      'cancelled',
    )
  })

  test('that could not be made for a day fails the order', () => {
    const order = { ...sent, attempts: 40 }

    expect(
      afterSubmit(order, { kind: 'not-sent', reason: '429' }, at(days(1))).order,
    ).toMatchObject({
      state: 'failed',
      failure: 'Given up after 40 attempts to send it: 429',
    })
  })

  test('with an unknown outcome is looked up soon', () => {
    expect(afterSubmit(sent, { kind: 'unknown', reason: 'time-out' }, at(10)).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: SENT_AT,
      failure: 'time-out',
      nextAttemptAt: later(20),
    })
  })

  test('whose outcome another process has already written changes nothing', () => {
    expect(afterSubmit(submitted, { kind: 'unknown', reason: 'x' }, at(2)).order).toBe(submitted)
  })
})

describe('an order that may have arrived', () => {
  test('is submitted when the provider knows it', () => {
    expect(afterFind(sent, { kind: 'found', ...ACCEPTED }, at(20)).order).toMatchObject({
      state: 'submitted',
      submitAttemptedAt: null,
      confirmationNumber: 'C-1',
    })
  })

  test('fails when the provider has refused it, with the reason and the refused lines', () => {
    const rejectedLines = reject('a', 'b', 'c')
    const outcome = { kind: 'rejected', reason: 'account on\nhold', rejectedLines } as const

    expect(afterFind(sent, outcome, at(20))).toEqual({
      order: {
        ...sent,
        state: 'failed',
        failure: 'account on hold',
        submitAttemptedAt: null,
        nextAttemptAt: null,
      },
      rejectedLines,
    })
  })

  test('is looked up again when the provider does not know it before the settling time', () => {
    expect(afterFind(sent, { kind: 'not-found' }, at(119)).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: SENT_AT,
      nextAttemptAt: later(120),
    })
  })

  test('is judged by the time of the request to the provider, not of its response', () => {
    const slow = { ...at(125), requestedAt: later(119) }

    expect(afterFind(sent, { kind: 'not-found' }, slow).order.submitAttemptedAt).toEqual(SENT_AT)
  })

  test('is sent again at once when the provider does not know it after the settling time', () => {
    expect(afterFind(sent, { kind: 'not-found' }, at(120)).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: null,
      nextAttemptAt: later(120),
    })
  })

  test('is cancelled when a cancellation was requested and it did not arrive', () => {
    const order = { ...sent, cancelRequestedAt: later(1) }

    expect(afterFind(order, { kind: 'not-found' }, at(120)).order.state).toBe('cancelled')
    expect(afterFind(order, { kind: 'not-found' }, at(119)).order.state).toBe('draft')
  })

  test('is cancelled at the provider when a cancellation was requested and it arrived', () => {
    const order = { ...sent, cancelRequestedAt: later(1) }

    expect(afterFind(order, { kind: 'found', ...ACCEPTED }, at(20)).order).toMatchObject({
      state: 'submitted',
      cancelRequestedAt: later(1),
      nextAttemptAt: later(20),
    })
  })

  test('is not cancelled when it arrived and the provider accepts no cancellations', () => {
    const order = { ...sent, cancelRequestedAt: later(1) }
    const moment = at(20, { name: 'QXO', canCancel: false })

    expect(afterFind(order, { kind: 'found', ...ACCEPTED }, moment).order).toMatchObject({
      state: 'submitted',
      cancelRequestedAt: null,
      failure: 'QXO did not cancel the order: its system takes no cancellations',
    })
  })

  test('stays unknown as long as the look-up fails, for 60 days', () => {
    const unknown = { kind: 'unknown', reason: 'time-out' } as const

    expect(afterFind(sent, unknown, at(days(59))).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: SENT_AT,
    })
    expect(afterFind(sent, unknown, at(days(60))).order).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('ask the supplier') as string,
    })
  })
})

describe('a status', () => {
  const poll = (rawStatus: string, order = submitted) =>
    afterFind(order, { kind: 'found', ...ACCEPTED, rawStatus }, at(3600)).order

  test.each([
    ['Order Received', 'submitted'],
    ['Ready Delivery', 'acknowledged'],
    ['En Route', 'acknowledged'],
    ['Delivered', 'delivered'],
    ['Invoiced', 'delivered'],
    ['Cancelled', 'cancelled'],
    ['On the moon', 'submitted'],
  ])('of %s makes a submitted order %s', (rawStatus, state) => {
    expect(poll(rawStatus)).toMatchObject({ state, rawStatus })
  })

  test('never reverts the state of an order', () => {
    const acknowledged = { ...submitted, state: 'acknowledged' } as const

    expect(poll('Pending', acknowledged)).toMatchObject({
      state: 'acknowledged',
      rawStatus: 'Pending',
    })
  })

  test('is requested again until it is final', () => {
    expect(poll('Pending').nextAttemptAt).toEqual(later(3600 + 360))
    expect(poll('Delivered').nextAttemptAt).toBeNull()
  })

  test('of cancelled has a reason only when the provider cancelled', () => {
    expect(poll('Cancelled').failure).toBe('ABC Supply cancelled the order.')
    expect(poll('Cancelled', cancelling).failure).toBeNull()
  })

  test('clears the reason why the order could not be looked up', () => {
    const reason = 'The vendor is not connected any more.'
    const unreachable = afterUnreachable(submitted, reason, at(60)).order

    expect(poll('Pending', unreachable).failure).toBeNull()
    expect(poll('Delivered', unreachable).failure).toBeNull()
  })

  test('that is unknown keeps that reason', () => {
    const unreachable = afterUnreachable(submitted, 'Connect it again.', at(60)).order
    const unknown = { kind: 'unknown', reason: '500' } as const

    expect(afterFind(unreachable, unknown, at(120)).order.failure).toBe('Connect it again.')
  })

  test('keeps the reason why the order was not cancelled', () => {
    const outcome = { kind: 'refused', reason: 'on the truck' } as const
    const kept = afterCancel(cancelling, outcome, at(70)).order

    for (const rawStatus of ['Pending', 'Delivered']) {
      expect(poll(rawStatus, kept).failure).toBe(
        'ABC Supply did not cancel the order: on the truck',
      )
    }
  })

  test('keeps that reason when the vendor was not connected meanwhile', () => {
    const outcome = { kind: 'refused', reason: 'on the truck' } as const
    const kept = afterCancel(cancelling, outcome, at(70)).order
    const unreachable = afterUnreachable(kept, 'Connect it again.', at(80)).order

    expect(unreachable.failure).toBe(kept.failure)
    expect(poll('Pending', unreachable).failure).toBe(kept.failure)
    expect(afterFind(unreachable, { kind: 'not-found' }, at(90)).order.failure).toBe(kept.failure)
  })

  test('that is missing changes nothing', () => {
    const unknown = { kind: 'unknown', reason: '500' } as const

    expect(afterFind(submitted, unknown, at(60)).order).toEqual({
      ...submitted,
      nextAttemptAt: later(120),
    })
  })

  test('of an order that the provider refuses after it accepted it has its reason and lines, and orders nothing again', () => {
    const outcome = { kind: 'rejected', reason: 'Credit hold', rejectedLines: reject('a') } as const
    const failure = 'ABC Supply refused the order after it had accepted it: Credit hold'

    expect(afterFind(submitted, outcome, at(60))).toEqual({
      order: { ...submitted, failure, nextAttemptAt: later(120) },
      rejectedLines: outcome.rejectedLines,
    })
  })

  test.each([
    ['at once', [], ['a', 'b', 'c']],
    ['one after another', ['a', 'b'], ['c']],
    ['again with the last one', ['a', 'b'], ['b', 'c']],
  ])('with which the last line is refused, %s, fails the order', (_name, before, now) => {
    const order = { ...submitted, refusedLineIds: before }
    const outcome = { kind: 'found', ...ACCEPTED, rejectedLines: reject(...now) } as const

    expect(afterFind(order, outcome, at(60))).toEqual({
      order: {
        ...order,
        state: 'failed',
        failure: 'ABC Supply takes none of the lines.',
        nextAttemptAt: null,
      },
      rejectedLines: outcome.rejectedLines,
    })
  })

  test('of cancelled counts more than the refusal of all lines', () => {
    const rejectedLines = reject('a', 'b', 'c')
    const outcome = { kind: 'found', ...ACCEPTED, rawStatus: 'Cancelled', rejectedLines } as const

    expect(afterFind(submitted, outcome, at(60)).order.state).toBe('cancelled')
  })

  test('keeps the order while a line is left', () => {
    const order = { ...submitted, refusedLineIds: ['a'] }
    const outcome = { kind: 'found', ...ACCEPTED, rejectedLines: reject('a', 'b') } as const

    expect(afterFind(order, outcome, at(60)).order.state).toBe('submitted')
  })

  test('of an order that the provider refuses with its last line fails it, with its reason', () => {
    const order = { ...submitted, refusedLineIds: ['a', 'b'] }
    const outcome = { kind: 'rejected', reason: 'Credit hold', rejectedLines: reject('c') } as const

    expect(afterFind(order, outcome, at(60)).order).toMatchObject({
      state: 'failed',
      failure: 'ABC Supply refused the order after it had accepted it: Credit hold',
    })
  })

  test('of an order that the provider does not know any more has a reason until it knows it again', () => {
    const forgotten = afterFind(submitted, { kind: 'not-found' }, at(60)).order

    expect(forgotten).toEqual({
      ...submitted,
      failure: 'ABC Supply does not know the order any more; call the branch.',
      nextAttemptAt: later(120),
    })
    expect(poll('Pending', forgotten).failure).toBeNull()
  })

  test('of such an order replaces the reason why it could not be looked up: the connection works', () => {
    const unreachable = afterUnreachable(submitted, 'Connect it again.', at(60)).order

    expect(afterFind(unreachable, { kind: 'not-found' }, at(120)).order).toMatchObject({
      state: 'submitted',
      failure: 'ABC Supply does not know the order any more; call the branch.',
    })
  })

  test('of an order whose cancellation was requested meanwhile is followed by the cancellation at once', () => {
    expect(poll('Pending', cancelling).nextAttemptAt).toEqual(later(3600))
  })

  test('is requested for 60 days', () => {
    const outcome = { kind: 'found', ...ACCEPTED } as const

    expect(afterFind(submitted, outcome, at(days(60))).order).toMatchObject({
      state: 'submitted',
      nextAttemptAt: null,
    })
  })

  test('of an order that has ended changes nothing', () => {
    const failed = { ...submitted, state: 'failed' } as const

    expect(afterFind(failed, { kind: 'found', ...ACCEPTED }, at(60)).order).toBe(failed)
  })
})

describe('a cancellation', () => {
  test('that is granted ends the order', () => {
    const delayed = { ...cancelling, failure: 'no response in time' }

    expect(afterCancel(delayed, CANCELLED, at(70)).order).toMatchObject({
      state: 'cancelled',
      rawStatus: 'Cancelled',
      nextAttemptAt: null,
      failure: null,
    })
  })

  test('that comes after the delivery delivers the order, and says so', () => {
    const delivered = {
      state: 'delivered',
      rawStatus: 'Delivered',
      cancelRequestedAt: null,
      failure: 'ABC Supply did not cancel the order: its status is Delivered',
      nextAttemptAt: null,
    }

    expect(afterCancel(cancelling, still('Delivered'), at(70)).order).toMatchObject(delivered)
    const outcome = { kind: 'found', ...ACCEPTED, rawStatus: 'Delivered' } as const
    expect(afterFind(cancelling, outcome, at(70)).order).toMatchObject(delivered)
  })

  test('that is only acknowledged takes the status and the refused lines, and is requested again', () => {
    const outcome = { ...still('En Route'), rejectedLines: reject('a') }

    expect(afterCancel(cancelling, outcome, at(70))).toMatchObject({
      order: {
        state: 'acknowledged',
        rawStatus: 'En Route',
        cancelRequestedAt: later(60),
        failure: 'the order is still En Route',
        nextAttemptAt: later(80),
      },
      rejectedLines: outcome.rejectedLines,
    })
  })

  test('that is only acknowledged for a day is over, with the reason', () => {
    expect(afterCancel(cancelling, still('Pending'), at(60 + days(1))).order).toMatchObject({
      state: 'submitted',
      cancelRequestedAt: null,
      failure: 'ABC Supply did not cancel the order: the order is still Pending',
      nextAttemptAt: later(60 + days(1)),
    })
  })

  test('that is refused leaves the order as it was, with the reason', () => {
    const outcome = { kind: 'refused', reason: 'on the truck' } as const

    expect(afterCancel(cancelling, outcome, at(70)).order).toMatchObject({
      state: 'submitted',
      cancelRequestedAt: null,
      failure: 'ABC Supply did not cancel the order: on the truck',
      nextAttemptAt: later(70),
    })
  })

  test('without a response is requested again, for a day', () => {
    const outcome = { kind: 'unknown', reason: 'time-out' } as const

    expect(afterCancel(cancelling, outcome, at(70)).order).toMatchObject({
      state: 'submitted',
      cancelRequestedAt: later(60),
      failure: 'time-out',
      nextAttemptAt: later(80),
    })
    expect(afterCancel(cancelling, outcome, at(60 + days(1))).order.cancelRequestedAt).toBeNull()
  })

  test('of an order without a requested cancellation changes nothing', () => {
    expect(afterCancel(submitted, CANCELLED, at(70)).order).toBe(submitted)
  })

  test('of a draft needs no provider', () => {
    const draft = sampleDistributionOrder({ cancelRequestedAt: later(1) })

    expect(cancel(draft).order).toMatchObject({ state: 'cancelled', nextAttemptAt: null })
  })
})

describe('without a connection to the provider', () => {
  const REASON = 'The vendor is not connected any more.'

  test('a draft that was not sent fails', () => {
    expect(afterUnreachable(sampleDistributionOrder(), REASON, at(0)).order).toMatchObject({
      state: 'failed',
      failure: REASON,
    })
  })

  test('an order that the provider may have waits for 60 days', () => {
    expect(afterUnreachable(sent, REASON, at(60)).order).toMatchObject({
      state: 'draft',
      submitAttemptedAt: SENT_AT,
      failure: REASON,
      nextAttemptAt: later(120),
    })
    expect(afterUnreachable(submitted, REASON, at(60)).order.state).toBe('submitted')
    expect(afterUnreachable(sent, REASON, at(days(60))).order.state).toBe('failed')
    expect(afterUnreachable(submitted, REASON, at(days(60))).order).toMatchObject({
      state: 'submitted',
      nextAttemptAt: null,
    })
  })
})
