import { describe, expect, test } from 'vitest'
import {
  countChanges,
  emptyDraft,
  isListDraft,
  updateOf,
  withAdded,
  withLineBack,
  withLineValue,
  withListValue,
  withMoved,
  withoutAdded,
  withoutLine,
} from './list-draft.ts'

/** All lines are in one group. */
const groups = new Map<number, string>()

const added = { key: 'new:1', name: 'Caulk', quantityUnits: 'TUBES', quantity: 2, unitCost: 4 }

describe('a draft', () => {
  test('has the first value from which a change began, however often it is changed', () => {
    const once = withLineValue(emptyDraft(1), { id: 7, field: 'quantity', from: 3, to: 4 })
    const twice = withLineValue(once, { id: 7, field: 'quantity', from: 3, to: 5 })
    expect(twice.lines[7]).toEqual({ quantity: { from: 3, to: 5 } })
    expect(countChanges(twice)).toBe(1)
  })

  test('has no change once a value is as it was', () => {
    const changed = withLineValue(emptyDraft(1), { id: 7, field: 'color', from: null, to: 'Red' })
    const back = withLineValue(changed, { id: 7, field: 'color', from: null, to: null })
    expect(back).toEqual(emptyDraft(1))
    const discount = withListValue(emptyDraft(1), { field: 'totalDiscount', from: 0, to: 5 })
    expect(withListValue(discount, { field: 'totalDiscount', from: 0, to: 0 })).toEqual(
      emptyDraft(1),
    )
  })

  test('has a quantity that is typed as it was saved, where a new measurement computes another', () => {
    const measured = withLineValue(emptyDraft(1), { id: 7, field: 'measurement', from: 20, to: 24 })
    const quantity = { field: 'quantity', from: 12, to: 12, untyped: 15 } as const
    const typed = withLineValue(measured, { id: 7, ...quantity })
    expect(updateOf(9, typed).listItems).toEqual([{ id: 7, measurement: 24, quantity: 12 }])
    const back = withLineValue(typed, { id: 7, field: 'measurement', from: 20, to: 20 })
    expect(back).toEqual(emptyDraft(1))
  })

  test('has a quantity that is typed as it was saved, where a change of another line computes another', () => {
    const typed = { id: 7, field: 'quantity', from: 1, untyped: 2 } as const
    const held = withLineValue(emptyDraft(1), { ...typed, to: 1 })
    expect(updateOf(9, held).listItems).toEqual([{ id: 7, quantity: 1 }])
    const longer = withLineValue(held, { ...typed, to: 12 })
    expect(withLineValue(longer, { ...typed, to: 1 })).toEqual(held)
    const before = withLineValue(emptyDraft(1), { ...typed, to: 12, untyped: 1 })
    expect(withLineValue(before, { ...typed, to: 1 })).toEqual(held)
    expect(withLineValue(emptyDraft(1), { ...typed, to: 1, untyped: 1 })).toEqual(emptyDraft(1))
  })

  test('knows what a change of another line computes when the measurement of its own was changed and is back', () => {
    const quantity = { id: 7, field: 'quantity', from: 1 } as const
    const measurement = { id: 7, field: 'measurement', from: 20 } as const
    const held = withLineValue(emptyDraft(1), { ...quantity, to: 1, untyped: 2 })
    const measured = withLineValue(held, { ...measurement, to: 24 })
    const other = withLineValue(measured, { ...quantity, to: 5, untyped: 3 })
    const typed = withLineValue(other, { ...quantity, to: 1, untyped: 3 })
    expect(withLineValue(typed, { ...measurement, to: 20 })).toEqual(held)
  })

  test('loses its order when the lines are back in their places', () => {
    const ids = [1, 2, 3]
    const moved = withMoved(emptyDraft(1), { id: 1, by: 1, ids, groups })
    expect(moved.order).toEqual([2, 1, 3])
    expect(withMoved(moved, { id: 1, by: -1, ids, groups })).toEqual(emptyDraft(1))
  })

  test('stays as it is when the first line is moved up or the last one down', () => {
    const ids = [1, 2]
    expect(withMoved(emptyDraft(1), { id: 1, by: -1, ids, groups })).toEqual(emptyDraft(1))
    expect(withMoved(emptyDraft(1), { id: 2, by: 1, ids, groups })).toEqual(emptyDraft(1))
  })

  test('moves a line past the next one of its group', () => {
    const ids = [1, 2, 3, 4, 5]
    const mixed = new Map([
      [1, 'A'],
      [2, 'B'],
      [3, 'A'],
      [4, 'B'],
      [5, 'B'],
    ])
    const move = (id: number, by: -1 | 1) =>
      withMoved(emptyDraft(1), { id, by, ids, groups: mixed }).order
    expect(move(3, -1)).toEqual([3, 1, 2, 4, 5])
    expect(move(2, 1)).toEqual([1, 3, 4, 2, 5])
    expect(move(2, -1)).toBeNull()
    expect(move(3, 1)).toBeNull()
  })

  test('names a removed line once, and not after it is put back', () => {
    const removed = withoutLine(withoutLine(emptyDraft(1), 7), 7)
    expect(removed.removed).toEqual([7])
    expect(withLineBack(removed, 7)).toEqual(emptyDraft(1))
  })

  test('forgets an added line that is removed again', () => {
    expect(withoutAdded(withAdded(emptyDraft(1), added), added.key)).toEqual(emptyDraft(1))
  })
})

describe('the mutation of a draft', () => {
  test('names the version and what was changed, nothing else', () => {
    let draft = withLineValue(emptyDraft(4), { id: 7, field: 'quantity', from: 3, to: null })
    draft = withListValue(draft, { field: 'name', from: 'Roof', to: null })
    expect(updateOf(9, draft)).toEqual({
      id: 9,
      version: 4,
      name: null,
      listItems: [{ id: 7, quantity: null }],
    })
  })

  test('leaves out changes and places of removed lines, and the keys of added ones', () => {
    let draft = withLineValue(emptyDraft(1), { id: 7, field: 'quantity', from: 3, to: 4 })
    draft = withMoved(draft, { id: 7, by: 1, ids: [7, 8, 9], groups })
    draft = withAdded(withoutLine(draft, 7), added)
    const { key: _, ...line } = added
    expect(updateOf(9, draft)).toEqual({
      id: 9,
      version: 1,
      addListItems: [line],
      removeListItemIds: [7],
      listItemOrder: [8, 9],
    })
  })
})

test.each([null, 1, [], {}, { version: 1 }, { ...emptyDraft(1), removed: undefined }])(
  'a stored value that is no draft is not taken for one: %j',
  (value) => expect(isListDraft(value)).toBe(false),
)

test('a stored draft is recognized', () => {
  expect(isListDraft(JSON.parse(JSON.stringify(emptyDraft(1))))).toBe(true)
})
