import { expect, test } from 'vitest'
import { removalViolation } from './audit-anchors.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** A chain as it was kept, whose records 11, 15 and 20 had these ages. */
const kept = (...ages: readonly [number, number, number]) => ({
  orgId: 1,
  sequence: 20,
  hash: 'f'.repeat(64),
  retentionDays: 90,
  days: ages.map((age, index) => ({
    sequence: [11, 15, 20][index] ?? 0,
    recordedAt: daysAgo(age),
  })),
})

test.each([
  ['nothing was removed since', kept(5, 3, 1), 10],
  ['the oldest were past their retention', kept(91, 89, 1), 14],
  ['all were past their retention', kept(95, 93, 91), 20],
])('a chain is as it should be when %s', (_what, anchor, trimmedSequence) => {
  expect(removalViolation({ trimmedSequence, retentionDays: 90 }, anchor)).toBeUndefined()
})

test.each([
  ['first', kept(89, 2, 1), 11, 'records 11 to 11 were removed before'],
  ['second', kept(91, 89, 1), 19, 'records 15 to 19 were removed before'],
  ['last', kept(95, 91, 89), 20, 'records 20 to 20 were removed before'],
])('a removal is found when the %s day was young', (_what, anchor, trimmedSequence, found) => {
  expect(removalViolation({ trimmedSequence, retentionDays: 90 }, anchor)).toContain(found)
})

test('records that were removed under a shorter retention are no violation under a longer one', () => {
  const anchor = kept(91, 89, 1)
  expect(removalViolation({ trimmedSequence: 14, retentionDays: 365 }, anchor)).toBeUndefined()
  expect(removalViolation({ trimmedSequence: 15, retentionDays: 365 }, anchor)).toContain(
    '15 to 15',
  )
})

test('an output of a former version is compared as long as its record is there', () => {
  const former = { orgId: 1, sequence: 20, hash: 'f'.repeat(64) }
  const retentionDays = 90
  expect(removalViolation({ trimmedSequence: 20, retentionDays }, former)).toBeUndefined()
  expect(removalViolation({ trimmedSequence: 21, retentionDays }, former)).toContain(
    'cannot be compared',
  )
})
