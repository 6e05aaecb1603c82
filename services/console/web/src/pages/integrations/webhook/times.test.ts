import { expect, test } from 'vitest'
import { localTime, replayViolations, timeOf } from './times.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')

test('a time of an input names the minute that was put in', () => {
  expect(timeOf(localTime(NOW))).toBe('2026-03-01T12:00:00.000Z')
})

test('an empty or broken time is none', () => {
  expect(timeOf('')).toBeUndefined()
  for (const text of ['nonsense', '+012026-01-01T00:00', '0000-01-01T00:00', '2026'])
    expect(timeOf(text)).toBeUndefined()
})

test('a replay begins in the past and ends after its beginning', () => {
  const [before, past, future] = [-2, -1, 1].map((hours) => localTime(NOW + hours * 3_600_000))

  expect(replayViolations({ since: past ?? '', until: '' }, NOW)).toEqual({})
  expect(replayViolations({ since: past ?? '', until: future ?? '' }, NOW)).toEqual({})
  expect(replayViolations({ since: future ?? '', until: '' }, NOW)).toEqual({ since: true })
  expect(replayViolations({ since: '', until: '' }, NOW)).toEqual({ since: true })
  expect(replayViolations({ since: past ?? '', until: before ?? '' }, NOW)).toEqual({ until: true })
})
