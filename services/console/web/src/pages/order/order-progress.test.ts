import { describe, expect, test } from 'vitest'
import { isUnderWay, pollMsOf, progressOf } from './order-progress.ts'

const CREATED = '2026-11-26T02:00:00.000Z'
const SUBMITTED = '2026-11-26T02:01:00.000Z'
const NOW = '2026-11-26T03:00:00.000Z'

const steps = (state: string, submittedAt: string | null): unknown =>
  progressOf({ state, submittedAt, updatedAt: NOW }, CREATED).map(({ name, status, at }) => [
    name,
    status,
    at,
  ])

describe('the steps at the supplier', () => {
  test('of an acknowledged order', () => {
    expect(steps('acknowledged', SUBMITTED)).toEqual([
      ['draft', 'done', CREATED],
      ['submitted', 'done', SUBMITTED],
      ['acknowledged', 'current', NOW],
      ['delivered', 'ahead', undefined],
    ])
  })

  test('of one that is being sent: it was created when it was created', () => {
    expect(steps('draft', null)).toEqual([
      ['draft', 'current', CREATED],
      ['submitted', 'ahead', undefined],
      ['acknowledged', 'ahead', undefined],
      ['delivered', 'ahead', undefined],
    ])
  })

  test('end where one failed before it was sent', () => {
    expect(steps('failed', null)).toEqual([
      ['draft', 'done', CREATED],
      ['failed', 'current', NOW],
    ])
  })

  test('end where one was cancelled by the supplier', () => {
    expect(steps('cancelled', SUBMITTED)).toEqual([
      ['draft', 'done', CREATED],
      ['submitted', 'done', SUBMITTED],
      ['cancelled', 'current', NOW],
    ])
  })
})

describe('the page reads the order again', () => {
  type Polled = NonNullable<Parameters<typeof pollMsOf>[0]>
  const order = (
    documentState: string | null,
    state?: string,
    cancelRequestedAt: string | null = null,
  ): Polled =>
    ({
      orderDocuments: documentState === null ? [] : [{ state: documentState }],
      distributionOrder: state === undefined ? null : { state, cancelRequestedAt },
    }) as unknown as Polled

  test.each([
    ['a pending document', order('pending'), 2_000],
    ['one that is being sent', order(null, 'draft'), 2_000],
    ['a cancellation that was asked for', order(null, 'submitted', NOW), 2_000],
    ['one that the supplier has', order(null, 'submitted'), 15_000],
    ['one that is worked on', order('complete', 'acknowledged'), 15_000],
  ])('soon enough for %s', (_what, polled, expected) => {
    expect(pollMsOf(polled)).toBe(expected)
  })

  test.each([
    ['nothing that is loaded', undefined],
    ['no such order', null],
    ['complete documents', order('complete')],
    ['a failed document', order('failed')],
    ['a delivered order', order(null, 'delivered')],
    ['a failed order', order(null, 'failed', NOW)],
    ['a cancelled order', order(null, 'cancelled')],
  ])('no more for %s', (_what, polled) => {
    expect(pollMsOf(polled)).toBeUndefined()
  })
})

test('an order is under way until it has ended', () => {
  expect(isUnderWay(null)).toBe(false)
  expect(isUnderWay({ state: 'acknowledged' })).toBe(true)
  expect(isUnderWay({ state: 'delivered' })).toBe(false)
})
