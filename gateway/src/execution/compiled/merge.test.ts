import { expect, it } from 'vitest'
import type { JsonObject } from './json.ts'
import { merge } from './merge.ts'

function merged(target: JsonObject, source: JsonObject): JsonObject {
  merge(target, source)
  return target
}

it.each<[string, JsonObject, JsonObject, JsonObject]>([
  ['adds members to an object', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
  ['merges lists place by place', { a: [{ b: 1 }] }, { a: [{ c: 2 }] }, { a: [{ b: 1, c: 2 }] }],
  ['takes what comes where nothing was', { a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
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

it('fills in the very objects that are known, because others hold them', () => {
  const known = { b: 1 }
  merge({ a: [known] }, { a: [{ c: 2 }] })
  expect(known).toEqual({ b: 1, c: 2 })
})

it('takes __proto__ for a name like any other', () => {
  const result = merged({}, JSON.parse('{"__proto__":{"polluted":1}}') as JsonObject)
  expect(Object.keys(result)).toEqual(['__proto__'])
  expect(result['polluted']).toBeUndefined()
})
