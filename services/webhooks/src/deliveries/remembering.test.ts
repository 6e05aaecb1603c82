import { expect, test } from 'vitest'
import { remembering } from './remembering.ts'

test('a key is computed once, until too many others came', () => {
  const computed: string[] = []
  const double = remembering(2, (key) => {
    computed.push(key)
    return key + key
  })
  expect([double('a'), double('b'), double('a'), double('b')]).toEqual(['aa', 'bb', 'aa', 'bb'])
  expect(computed).toEqual(['a', 'b'])
  expect([double('c'), double('b'), double('a')]).toEqual(['cc', 'bb', 'aa'])
  expect(computed).toEqual(['a', 'b', 'c', 'a'])
})

test('what failed is computed again', () => {
  let calls = 0
  const fail = remembering(2, () => {
    calls += 1
    throw new Error('no')
  })
  expect(() => fail('a')).toThrow('no')
  expect(() => fail('a')).toThrow('no')
  expect(calls).toBe(2)
})
