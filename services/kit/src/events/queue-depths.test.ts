import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetrics } from '../service/metrics.ts'
import { addQueueDepths } from './queue-depths.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(countWaiting: (queue: string) => Promise<number>) {
  const counted = vi.fn<(queue: string) => Promise<number>>(countWaiting)
  const metrics = createMetrics('test')
  addQueueDepths(metrics, { countWaiting: counted }, ['events', 'events.dead'])
  const depths = async () => {
    const read = metrics.getSingleMetric('broker_queue_messages')?.get()
    await vi.advanceTimersByTimeAsync(1_000)
    return (await read)?.values.map(({ labels, value }) => [labels['queue'], value])
  }
  return { counted, depths }
}

test('the broker is queried once in 5 s, however many scrapes there are', async () => {
  const { counted, depths } = watch((queue) => Promise.resolve(queue.length))
  const both = [
    ['events', 6],
    ['events.dead', 11],
  ]
  expect(await depths()).toEqual(both)
  expect(await depths()).toEqual(both)
  expect(counted).toHaveBeenCalledTimes(2)

  await vi.advanceTimersByTimeAsync(5_000)
  await depths()
  expect(counted).toHaveBeenCalledTimes(4)
})

test('the depths are unknown while the broker is unavailable, and an unresponsive broker gets no second request', async () => {
  const responses = [() => Promise.reject(new Error('no connection'))]
  const silent = new Promise<never>(() => undefined)
  const { counted, depths } = watch(() => responses.shift()?.() ?? silent)
  expect(await depths()).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await depths()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await depths()).toEqual([])
  expect(counted).toHaveBeenCalledTimes(4)
})
