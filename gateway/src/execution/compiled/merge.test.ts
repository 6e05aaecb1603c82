import type { JsonObject } from '@takeoff/kit/values/json'
import { expect, it } from 'vitest'
import { merge } from './merge.ts'

function merged(target: JsonObject, source: JsonObject): JsonObject {
  merge(target, source)
  return target
}

it.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['adds members to an object', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
  ['merges lists place by place', { a: [{ b: 1 }] }, { a: [{ c: 2 }] }, { a: [{ b: 1, c: 2 }] }],
  ['adds a value where there was none', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['takes the later of two values', { a: 1, b: {} }, { a: 2, b: null }, { a: 2, b: null }],
  ['takes a list of another length as it is', { a: [1, 2] }, { a: [3] }, { a: [3] }],
  [
    'takes a value for a null in a list',
    { a: [null, 1] },
    { a: [{ b: 1 }, 2] },
    { a: [{ b: 1 }, 2] },
  ],
])('%s', (_, target, source, result) => {
  expect(merged(target, source)).toEqual(result)
})

it('fills in the known objects themselves, because other code references them', () => {
  const known = { b: 1 }
  merge({ a: [known] }, { a: [{ c: 2 }] })
  expect(known).toEqual({ b: 1, c: 2 })
})

it('treats __proto__ like any other name', () => {
  const result = merged({}, JSON.parse('{"__proto__":{"polluted":1}}') as JsonObject)
  expect(Object.keys(result)).toEqual(['__proto__'])
  expect(result['polluted']).toBeUndefined()
})
