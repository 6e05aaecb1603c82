import { describe, expect, test } from 'vitest'
import { addMonths, monthOf, retentionOf } from './months.ts'

const at = (text: string): Date => new Date(text)

describe('months', () => {
  test('begin and end by UTC', () => {
    expect(monthOf(at('2026-11-30T23:59:59.999Z'))).toEqual(at('2026-11-01T00:00:00Z'))
    expect(monthOf(at('2026-12-01T00:30:00+01:00'))).toEqual(at('2026-11-01T00:00:00Z'))
  })

  test('are added across years, also backwards', () => {
    expect(addMonths(at('2026-11-01T00:00:00Z'), 2)).toEqual(at('2027-01-01T00:00:00Z'))
    expect(addMonths(at('2026-01-01T00:00:00Z'), -1)).toEqual(at('2025-12-01T00:00:00Z'))
  })
})

test('a delivery is kept for at least the retention, its event a month longer', () => {
  expect(retentionOf(at('2026-11-21T12:00:00Z'), 90)).toEqual({
    deliveriesSince: at('2026-08-01T00:00:00Z'),
    eventsSince: at('2026-07-01T00:00:00Z'),
  })
  expect(retentionOf(at('2026-03-08T00:00:00Z'), 7)).toEqual({
    deliveriesSince: at('2026-03-01T00:00:00Z'),
    eventsSince: at('2026-02-01T00:00:00Z'),
  })
})
