import { TakeoffError } from '@takeoff/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isSent, sendOnce } from '../api/send-once.ts'
import { draftKeys, hasKnownKeys } from './draft-keys.ts'

const lose = (used: string[]) => (key: string) => {
  used.push(key)
  return Promise.reject(new TakeoffError({ code: 'NETWORK_ERROR', message: 'lost' }))
}

test('calls whose responses were lost keep their keys when another one was sent since, also after a reload', async () => {
  let stored: Readonly<Record<string, string>> = {}
  const open = () => draftKeys(stored, (keys) => (stored = keys))
  const used: string[] = []
  const keys = open()
  await sendOnce(keys, 5, lose(used)).catch(() => undefined)
  await sendOnce(keys, 6, () => Promise.resolve())
  await sendOnce(open(), 5, lose(used)).catch(() => undefined)
  expect(used[1]).toBe(used[0])
  expect([5, 6].map((call) => isSent(open(), call))).toEqual([true, false])
  keys.clear()
  expect(stored).toEqual({})
})

test('a call has a new key when the server may have forgotten its first one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  onTestFinished(() => void vi.useRealTimers())
  let stored: Readonly<Record<string, string>> = {}
  const keys = draftKeys(stored, (kept) => (stored = kept))
  const used: string[] = []
  await sendOnce(keys, 5, lose(used)).catch(() => undefined)
  vi.setSystemTime(22 * 3_600_000)
  await sendOnce(keys, 5, lose(used)).catch(() => undefined)
  expect(used[1]).toBe(used[0])
  expect(hasKnownKeys(stored)).toBe(true)

  vi.setSystemTime(23 * 3_600_000)
  expect([isSent(keys, 5), hasKnownKeys(stored), keys.size]).toEqual([false, false, 0])
  await sendOnce(keys, 5, lose(used)).catch(() => undefined)
  expect(used[2]).not.toBe(used[0])
})
