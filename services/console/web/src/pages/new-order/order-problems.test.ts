import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { isUnitChanged, problemAt, problemsOf, withoutField } from './order-problems.ts'

const refusal = (extensions: Readonly<Record<string, unknown>>): TakeoffError =>
  new TakeoffError({
    code: String(extensions['code']),
    message: 'Refused.',
    errors: [{ message: 'Refused.', extensions }],
  })

const LIMITS = refusal({
  code: 'PROVIDER_LIMIT_EXCEEDED',
  argument: 'purchaseOrderNumber',
  limits: [
    { argument: 'purchaseOrderNumber', limit: 20, given: 37 },
    { argument: 'delivery.placementNotes, delivery.accessNotes', limit: 255, given: 300 },
    { argument: 'delivery.shipTo', limit: 'required', given: null },
  ],
})

test('the limits of a supplier are problems of each field that they name', () => {
  const problems = problemsOf(LIMITS)
  expect(problems.map(({ field, kind, limit, given }) => [field, kind, limit, given])).toEqual([
    ['purchaseOrderNumber', 'too-much', 20, 37],
    ['delivery.placementNotes', 'too-much', 255, 300],
    ['delivery.accessNotes', 'too-much', 255, 300],
    ['delivery.shipTo', 'required', 0, 0],
  ])
})

test('another refusal is a problem of its argument, in the words of the server', () => {
  const problems = problemsOf(refusal({ code: 'BAD_USER_INPUT', argument: 'delivery.date' }))
  expect(problems).toMatchObject([{ field: 'delivery.date', kind: 'other', message: 'Refused.' }])
})

test('an error without an argument is no problem of a field', () => {
  expect(problemsOf(refusal({ code: 'INTERNAL_SERVER_ERROR' }))).toEqual([])
  expect(problemsOf(new Error('lost'))).toEqual([])
  expect(problemsOf(null)).toEqual([])
})

test('the refusal of items that are ordered in another unit is recognised among other refusals of items', () => {
  const refused = (message: string): TakeoffError =>
    new TakeoffError({ code: 'BAD_USER_INPUT', message, argument: 'listItemIds' })
  expect(isUnitChanged(refused('Ordered in another unit than the list counts now, so …'))).toBe(
    true,
  )
  expect(isUnitChanged(refused('Not in this list: 4.'))).toBe(false)
  expect(isUnitChanged(new Error('lost'))).toBe(false)
})

test('a line of the address, and a missing address, are problems of the street', () => {
  const line = problemsOf(refusal({ code: 'BAD_USER_INPUT', argument: 'delivery.shipTo.lines[1]' }))
  expect(problemAt(line, 'delivery.shipTo.lines')).toBeDefined()
  expect(problemAt(problemsOf(LIMITS), 'delivery.shipTo.lines')?.kind).toBe('required')
  expect(problemAt(problemsOf(LIMITS), 'delivery.shipTo.city')).toBeUndefined()
})

test('changing a field takes its problems away, and no others', () => {
  const left = withoutField(problemsOf(LIMITS), 'purchaseOrderNumber')
  expect(left.map(({ field }) => field)).toEqual([
    'delivery.placementNotes',
    'delivery.accessNotes',
    'delivery.shipTo',
  ])
  expect(withoutField(left, 'lines')).toHaveLength(2)
})
