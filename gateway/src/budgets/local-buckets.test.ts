import { describe, expect, it } from 'vitest'
import type { Account } from './buckets.ts'
import { LocalBuckets } from './local-buckets.ts'

const account = (key: string, pointsPerSecond = 10, burst = 100): Account => ({
  key,
  budget: { name: 'organization', pointsPerSecond, burst },
})

function at() {
  const clock = { ms: 0 }
  return { clock, buckets: new LocalBuckets(() => clock.ms) }
}

describe('a bucket', () => {
  it('gives its burst at once and no more', () => {
    const { buckets } = at()
    expect(buckets.charge([account('a')], 60)).toMatchObject({ granted: true, left: [40] })
    expect(buckets.charge([account('a')], 60)).toMatchObject({ granted: false, left: [40] })
    expect(buckets.charge([account('a')], 40)).toMatchObject({ granted: true, left: [0] })
  })

  it('refills steadily, and never above its burst', () => {
    const { clock, buckets } = at()
    buckets.charge([account('a')], 100)
    clock.ms = 2_500
    expect(buckets.charge([account('a')], 0).left).toEqual([25])
    clock.ms = 60_000
    expect(buckets.charge([account('a')], 0).left).toEqual([100])
  })

  it.each([1, 7, 25_000])(
    'keeps whole points when whole points are taken, at %i a second and at any time',
    (pointsPerSecond) => {
      const { clock, buckets } = at()
      const whole = account('a', pointsPerSecond)
      for (let power = 20; power < 40; power += 1) {
        clock.ms = 2 ** power - Math.random()
        buckets.charge([whole], 20).refund(18)
        expect(buckets.charge([whole], 98)).toMatchObject({ granted: true, left: [0] })
      }
    },
  )

  it('is refunded unused points, and charged more where too few were charged', () => {
    const { buckets } = at()
    buckets.charge([account('a')], 50).refund(45)
    expect(buckets.charge([account('a')], 0).left).toEqual([95])
    buckets.charge([account('a')], 10).refund(-95)
    expect(buckets.charge([account('a')], 0)).toMatchObject({ granted: false, left: [-10] })
  })

  it('is not more than full after a late refund', () => {
    const { clock, buckets } = at()
    const charge = buckets.charge([account('a')], 50)
    clock.ms = 60_000
    charge.refund(50)
    expect(buckets.charge([account('a')], 0).left).toEqual([100])
  })
})

it('several accounts are charged together or not at all', () => {
  const { buckets } = at()
  buckets.charge([account('token')], 90)
  const both = [account('organization'), account('token')]
  expect(buckets.charge(both, 20)).toMatchObject({ granted: false, left: [100, 10] })
  expect(buckets.charge(both, 10)).toMatchObject({ granted: true, left: [90, 0] })
})

it('accounts beyond the limit are evicted, except the most recently used one', () => {
  const { buckets } = at()
  for (let index = 0; index < 100_000; index += 1) buckets.charge([account(`${index}`)], 100)
  buckets.charge([account('last')], 100)
  expect(buckets.charge([account('0')], 0).left).toEqual([100])
  expect(buckets.charge([account('last')], 0).left).toEqual([0])
})
