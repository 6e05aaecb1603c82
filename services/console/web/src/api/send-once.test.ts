import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { sendOnce } from './send-once.ts'

const lost = new TakeoffError({ code: 'NETWORK_ERROR', message: 'lost' })
const refused = new TakeoffError({ code: 'BAD_USER_INPUT', message: 'wrong' })

/** Sends calls one after another. @returns the number of the key of each, in the order in which they were first used */
async function keysOf(calls: readonly (readonly [name: string, error?: Error])[]) {
  const kept = new Map<string, string>()
  const used: string[] = []
  for (const [name, error] of calls) {
    const send = (key: string) => {
      used.push(key)
      return error ? Promise.reject(error) : Promise.resolve()
    }
    await sendOnce(kept, { name }, send).catch(() => undefined)
  }
  const known = [...new Set(used)]
  return { keys: used.map((key) => known.indexOf(key)), kept: kept.size }
}

test('a call whose outcome is unknown is sent again with the same key', async () => {
  expect(await keysOf([['a', lost], ['a', lost], ['a']])).toEqual({ keys: [0, 0, 0], kept: 0 })
})

test('a call with other variables has another key', async () => {
  expect(await keysOf([['a', lost], ['b']])).toEqual({ keys: [0, 1], kept: 1 })
})

test('a call that succeeded or was refused has a new key the next time', async () => {
  expect(await keysOf([['a'], ['a', refused], ['a']])).toEqual({ keys: [0, 1, 2], kept: 0 })
})
