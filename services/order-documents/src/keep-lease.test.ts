import { expect, onTestFinished, test, vi } from 'vitest'
import { keepLease } from './keep-lease.ts'

test('a lease that is disposed of is renewed no more: a renewal under way has ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const renewal = Promise.withResolvers<void>()
  const renew = vi.fn<() => Promise<void>>(() => renewal.promise)
  const steps: string[] = []
  const lease = keepLease({ everyMs: 5_000, renew, onError: () => undefined })
  await vi.advanceTimersByTimeAsync(5_000)

  const disposed = lease[Symbol.asyncDispose]().then(() => steps.push('disposed'))
  void renewal.promise.then(() => steps.push('renewed'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(steps).toEqual([])
  renewal.resolve()
  await disposed
  expect(steps).toEqual(['renewed', 'disposed'])
  expect(renew).toHaveBeenCalledOnce()
})

test('an error of a renewal is reported, and the next one follows', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const onError = vi.fn<(error: unknown) => void>()
  const renew = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away'))
  await using _lease = keepLease({ everyMs: 5_000, renew, onError })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(renew).toHaveBeenCalledTimes(2)
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('away'))
})
