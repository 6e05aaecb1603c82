import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMetrics } from '@takeoff/kit/service/metrics'
import { addQueueDepths } from './queue-depths.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch(countWaiting: (queue: string) => Promise<number>) {
  const asked = vi.fn<(queue: string) => Promise<number>>(countWaiting)
  const metrics = createMetrics('test')
  addQueueDepths(metrics, { countWaiting: asked }, ['events', 'events.dead'])
  const depths = async () => {
    const read = metrics.getSingleMetric('broker_queue_messages')?.get()
    await vi.advanceTimersByTimeAsync(1_000)
    return (await read)?.values.map(({ labels, value }) => [labels['queue'], value])
  }
  return { asked, depths }
}

test('the broker is asked once in 5 s, however many scrape', async () => {
  const { asked, depths } = watch((queue) => Promise.resolve(queue.length))
  const both = [
    ['events', 6],
    ['events.dead', 11],
  ]
  expect(await depths()).toEqual(both)
  expect(await depths()).toEqual(both)
  expect(asked).toHaveBeenCalledTimes(2)

  await vi.advanceTimersByTimeAsync(5_000)
  await depths()
  expect(asked).toHaveBeenCalledTimes(4)
})

test('a broker that is away leaves the depths unknown, and one that is silent is asked no second time', async () => {
  const answers = [() => Promise.reject(new Error('no connection'))]
  const silent = new Promise<never>(() => undefined)
  const { asked, depths } = watch(() => answers.shift()?.() ?? silent)
  expect(await depths()).toEqual([])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await depths()).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await depths()).toEqual([])
  expect(asked).toHaveBeenCalledTimes(4)
})
