import { AggregatorRegistry, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { PlainHistogram } from './plain-histogram.ts'

const options = { name: 'waits', help: 'Waits.', buckets: [0.002, 0.5, 1, 60] }
const around = options.buckets.flatMap((bound) => [bound, bound * 0.999, bound * 1.001])

test.each([[[]], [[0]], [[61]], [around], [[...around, ...around, 7, 7]]])(
  'says of %j what that of prom-client says, as text and as JSON',
  async (values) => {
    const [plain, theirs] = [new Registry(), new Registry()]
    for (const registry of [plain, theirs]) registry.setDefaultLabels({ service: 'x' })
    const mine = new PlainHistogram({ ...options, registers: [plain] })
    const its = new Histogram({ ...options, registers: [theirs] })
    for (const value of values) {
      mine.observe(value)
      its.observe(value)
    }
    expect(await plain.metrics()).toBe(await theirs.metrics())
    const merged = async (registry: Registry) =>
      AggregatorRegistry.aggregate([await registry.getMetricsAsJSON()]).metrics()
    expect(await merged(plain)).toBe(await merged(theirs))
  },
)
