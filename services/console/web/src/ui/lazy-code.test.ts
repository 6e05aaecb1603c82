import { TakeoffError } from '@takeoff/client'
import { afterEach, expect, test, vi } from 'vitest'
import { LazyCode, OUTDATED } from './lazy-code.ts'

const Part = (): null => null
const importPart = async () => ({ default: Part })
const away = new TakeoffError({ code: 'NETWORK_ERROR', message: 'No response.' })
const outdated = { code: OUTDATED }

const setOnline = (onLine: boolean): unknown => vi.stubGlobal('navigator', { onLine })
afterEach(() => vi.unstubAllGlobals())

/** A server that responds from the given call on. */
const reachableFrom = (call: number) => {
  let calls = 0
  return async (): Promise<void> => {
    calls += 1
    if (calls < call) throw away
  }
}

test('a part is loaded once, however often it is asked for', async () => {
  setOnline(true)
  const load = vi.fn<typeof importPart>(importPart)
  const part = new LazyCode(load)
  await Promise.all([part.load(), part.load()])
  await part.load()
  expect([part.code, load.mock.calls.length]).toEqual([Part, 1])
})

test('without a connection no script is requested, and with one it is', async () => {
  setOnline(false)
  const load = vi.fn<typeof importPart>(importPart)
  const part = new LazyCode(load, reachableFrom(2))
  await expect(part.load()).rejects.toBe(away)
  expect(load).not.toHaveBeenCalled()
  // The browser may be wrong about its connection.
  await part.load()
  expect(part.code).toBe(Part)
})

test('no script is requested before the server responds again, also when the browser says that it is connected', async () => {
  setOnline(false)
  const load = vi.fn<typeof importPart>(importPart)
  const part = new LazyCode(load, reachableFrom(3))
  await expect(part.load()).rejects.toBe(away)
  setOnline(true)
  await expect(part.load()).rejects.toBe(away)
  expect(load).not.toHaveBeenCalled()
  await part.load()
  expect(part.code).toBe(Part)
})

test('a script that the server does not have makes the part outdated, and is not requested again', async () => {
  setOnline(true)
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const part = new LazyCode(load, reachableFrom(1))
  await expect(part.load()).rejects.toMatchObject(outdated)
  await expect(part.load()).rejects.toMatchObject(outdated)
  expect(load).toHaveBeenCalledTimes(1)
})

test('while the server does not respond, that is the reason', async () => {
  setOnline(true)
  const load = (): never => {
    throw new TypeError('Failed to fetch')
  }
  const part = new LazyCode(load, reachableFrom(3))
  await expect(part.load()).rejects.toBe(away)
  await expect(part.load()).rejects.toBe(away)
  await expect(part.load()).rejects.toMatchObject(outdated)
})
