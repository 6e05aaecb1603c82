import { describe, expect, test } from 'vitest'
import { duplicateFault } from './input-fault.ts'

describe('duplicateFault', () => {
  test('names the second appearance, not the first', () => {
    expect(duplicateFault('ids', [4, 7, 4, 7])).toEqual({
      argument: 'ids[2]',
      message: 'ids[2] names 4 a second time.',
    })
    expect(duplicateFault('items', [1, 1], '.id')?.argument).toBe('items[1].id')
    expect(duplicateFault('ids', [])).toBeUndefined()
  })

  test('takes as many ids as a request can hold without keeping others waiting', () => {
    const ids = Array.from({ length: 140_000 }, (_, index) => 100_000 + index)
    const start = performance.now()

    expect(duplicateFault('ids', ids)).toBeUndefined()

    // Compared one with another they took 7 s.
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
