import type { JsonObject } from '@takeoff/kit/values/json'
import { describe, expect, it } from 'vitest'
import { objectsAt, pathsAt } from './places.ts'
import type { PlanPath, ResponsePath } from './places.ts'

const [A, B] = [{ id: 'a' }, { id: 'b' }]

describe('the objects at a path of a plan', () => {
  it.each<[string, JsonObject, PlanPath, [ResponsePath, JsonObject][]]>([
    ['of an object', { x: { y: A } }, ['x', 'y'], [[['x', 'y'], A]]],
    [
      'of a list',
      { x: [A, B] },
      ['x', '@'],
      [
        [['x', 0], A],
        [['x', 1], B],
      ],
    ],
    ['without nulls', { x: [null, A] }, ['x', '@'], [[['x', 1], A]]],
    [
      'of lists of lists',
      { x: [[A], [], [null, B]] },
      ['x', '@', '@'],
      [
        [['x', 0, 0], A],
        [['x', 2, 1], B],
      ],
    ],
    [
      'below a list that the path does not mark',
      { x: [{ y: A }] },
      ['x', 'y'],
      [[['x', 0, 'y'], A]],
    ],
    ['but no text', { x: ['text', 7, A] }, ['x', '@'], [[['x', 2], A]]],
    ['but not inherited properties', {}, ['__proto__'], []],
  ])('are found, with their paths: those %s', (_, root, path, places) => {
    expect(objectsAt(root, path)).toEqual(places.map(([, object]) => object))
    expect(pathsAt(root, path)).toEqual(places.map(([where]) => where))
  })
})
