import { describe, expect, test } from 'vitest'
import { duplicateViolation, idsViolation } from './input-violation.ts'

describe('duplicateViolation', () => {
  test('names the second appearance, not the first', () => {
    expect(duplicateViolation('ids', [4, 7, 4, 7])).toEqual({
      argument: 'ids[2]',
      message: 'ids[2] names 4 a second time. Name it once.',
    })
    expect(duplicateViolation('items', [1, 1], '.id')?.argument).toBe('items[1].id')
    expect(duplicateViolation('ids', [])).toBeUndefined()
  })

  test('reads each id once, because comparing all pairs of a large request takes seconds', () => {
    let reads = 0
    const ids = new Proxy(
      Array.from({ length: 1_000 }, (_, index) => 100_000 + index),
      {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
          return Reflect.get(target, key)
        },
      },
    )
    expect(duplicateViolation('ids', ids)).toBeUndefined()
    expect(reads).toBe(1_000)
  })
})

test('too many ids are reported before one that appears twice', () => {
  expect(idsViolation('ids', [4, 4], 1)).toEqual({
    argument: 'ids',
    message: 'ids must have at most 1 ids.',
  })
  expect(idsViolation('ids', [4, 4], 2)?.argument).toBe('ids[1]')
  expect(idsViolation('ids', [4, 7], 2)).toBeUndefined()
})
