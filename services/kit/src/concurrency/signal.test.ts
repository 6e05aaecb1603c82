import { expect, it, vi } from 'vitest'
import { Signal } from './signal.ts'

const LONG_MS = 60_000

it('a notification ends every wait under way', async () => {
  const signal = new Signal()
  const waits = [signal.wait(LONG_MS), signal.wait(LONG_MS)]
  signal.notify()
  await expect(Promise.all(waits)).resolves.toBeDefined()
})

it('a notification without a wait ends the next one, once', async () => {
  vi.useFakeTimers()
  try {
    const signal = new Signal()
    signal.notify()
    await signal.wait(LONG_MS)
    const ended = vi.fn<() => void>()
    void signal.wait(LONG_MS).then(ended)
    await vi.advanceTimersByTimeAsync(LONG_MS - 1)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
