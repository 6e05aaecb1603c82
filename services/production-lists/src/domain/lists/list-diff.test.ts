import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDiff, diffLists, emptyDiff, isEmptyDiff, revertDiff } from './list-diff.ts'
import type { DiffableItem, DiffableList, Json } from './list-diff.ts'

const item = (id: number, fields: Record<string, Json> = {}): DiffableItem => ({
  id,
  name: `Item ${id}`,
  quantity: 1,
  ...fields,
})
const list = (...items: readonly DiffableItem[]): DiffableList => ({
  fields: { name: 'Roof', totalCost: 10.5 },
  items,
})

describe('a diff', () => {
  test('names the fields of the list and of its items that changed, with both values', () => {
    const before = list(item(1), item(2, { color: null }), item(3))
    const after = {
      fields: { name: 'Front roof', totalCost: 10.5 },
      items: [item(1), item(2, { color: 'Charcoal', quantity: 2.5 }), item(3)],
    }
    expect(diffLists(before, after)).toEqual({
      fields: { name: { from: 'Roof', to: 'Front roof' } },
      items: [
        {
          kind: 'changed',
          id: 2,
          name: 'Item 2',
          fields: { color: { from: null, to: 'Charcoal' }, quantity: { from: 1, to: 2.5 } },
        },
      ],
    })
  })

  test('contains removed and added items completely, with their positions', () => {
    const before = list(item(1), item(2), item(3))
    const after = list(item(9), item(1), item(3), item(8))
    expect(diffLists(before, after)).toEqual({
      fields: {},
      items: [
        { kind: 'removed', position: 2, item: item(2) },
        { kind: 'added', position: 1, item: item(9) },
        { kind: 'added', position: 4, item: item(8) },
      ],
    })
  })

  test('reorders only the shortest run of items that contains every moved item', () => {
    const before = list(...[1, 2, 3, 4, 5, 6].map((id) => item(id)))
    const after = list(...[1, 2, 5, 3, 4, 6].map((id) => item(id)))
    expect(diffLists(before, after)).toEqual({
      fields: {},
      items: [],
      order: { from: [3, 4, 5], to: [5, 3, 4] },
    })
  })

  test('compares a nested value as a whole, in any order of its keys', () => {
    const measure = (value: Json) => list(item(1, { measure: value }))
    const before = measure([{ measure: 'eaves', width: 6 }])
    expect(isEmptyDiff(diffLists(before, measure([{ width: 6, measure: 'eaves' }])))).toBe(true)

    const other: Json = [{ width: 3, measure: 'eaves' }]
    expect(diffLists(before, measure(other)).items).toMatchObject([
      { fields: { measure: { from: [{ measure: 'eaves', width: 6 }], to: other } } },
    ])
    expect(isEmptyDiff(diffLists(before, measure({ 0: { measure: 'eaves', width: 6 } })))).toBe(
      false,
    )
  })

  test('does not compare every pair of items: each id is read only a few times', () => {
    let idReads = 0
    const counting = (id: number, quantity: number): DiffableItem => ({
      ...item(id, { quantity }),
      get id() {
        idReads += 1
        return id
      },
    })
    const ids = Array.from({ length: 500 }, (_, index) => index)
    const before = list(...ids.map((id) => counting(id, 1)))
    const after = list(...ids.toReversed().map((id) => counting(id, 2)))
    const diff = diffLists(before, after)
    const reverted = revertDiff(after, diff)
    expect(idReads).toBeLessThan(20 * ids.length)
    expect(reverted).toEqual(before)
  })
})

describe('for any two states of a list', () => {
  const json = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: 1, max: 1e9 }).map((cents) => cents / 100),
    fc.string({ maxLength: 3 }),
    fc.array(fc.record({ measure: fc.string({ maxLength: 2 }), width: fc.nat(2) }), {
      maxLength: 2,
    }),
  )
  const items = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 12 }),
      name: fc.constantFrom('Shingles', 'Starter', 'Ridge cap'),
      quantity: fc.nat(3),
      detail: json,
    }),
    { selector: ({ id }) => id, maxLength: 12 },
  )
  const state: fc.Arbitrary<DiffableList> = fc.record({
    fields: fc.record({ name: json, totalCost: json }),
    items,
  })
  const holds = (rule: (before: DiffableList, after: DiffableList) => void) =>
    fc.assert(fc.property(state, state, rule), { numRuns: 500 })

  test('the diff applied to the state before gives the state after', () => {
    holds((before, after) => {
      expect(applyDiff(before, diffLists(before, after))).toEqual(after)
    })
  })

  test('the diff reverted from the state after gives the state before', () => {
    holds((before, after) => {
      expect(revertDiff(after, diffLists(before, after))).toEqual(before)
    })
  })

  test('the diff is empty if and only if they are equal', () => {
    holds((before, after) => {
      expect(diffLists(before, before)).toEqual(emptyDiff)
      expect(isEmptyDiff(emptyDiff)).toBe(true)
      const isSame = JSON.stringify(before) === JSON.stringify(after)
      expect(isEmptyDiff(diffLists(before, after))).toBe(isSame)
    })
  })

  test('the diff can be stored as JSON', () => {
    holds((before, after) => {
      const stored = JSON.parse(JSON.stringify(diffLists(before, after))) as ReturnType<
        typeof diffLists
      >
      expect(applyDiff(before, stored)).toEqual(after)
      expect(revertDiff(after, stored)).toEqual(before)
    })
  })
})
