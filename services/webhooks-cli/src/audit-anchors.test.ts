import { expect, test } from 'vitest'
import { removalViolation } from './audit-anchors.ts'

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()

/** A chain that had the records 11 to 20, of this age, when it was kept. */
const kept = (firstDays: number, lastDays: number) => ({
  orgId: 1,
  sequence: 20,
  hash: 'f'.repeat(64),
  trimmedSequence: 10,
  firstRecordedAt: daysAgo(firstDays),
  lastRecordedAt: daysAgo(lastDays),
})

test.each([
  ['nothing was removed since', kept(5, 1), 10],
  ['the oldest were past their retention', kept(91, 1), 15],
  ['all were past their retention', kept(95, 91), 20],
])('a chain is as it should be when %s', (_what, anchor, trimmedSequence) => {
  expect(removalViolation({ trimmedSequence }, anchor, 90)).toBeUndefined()
})

test.each([
  ['oldest', kept(89, 1), 11, 'records 11 to 11 were removed before'],
  ['last', kept(91, 89), 20, 'records 20 to 20 were removed before'],
])('a removal is found when the %s record was young', (_what, anchor, trimmedSequence, found) => {
  expect(removalViolation({ trimmedSequence }, anchor, 90)).toContain(found)
})

test('an output of a former version is compared as long as its record is there', () => {
  const former = { orgId: 1, sequence: 20, hash: 'f'.repeat(64) }
  expect(removalViolation({ trimmedSequence: 20 }, former, 90)).toBeUndefined()
  expect(removalViolation({ trimmedSequence: 21 }, former, 90)).toContain('cannot be compared')
})
