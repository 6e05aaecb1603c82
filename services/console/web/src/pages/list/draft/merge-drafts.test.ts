import { describe, expect, test } from 'vitest'
import {
  emptyDraft,
  withAdded,
  withLineValue,
  withListValue,
  withMoved,
  withoutLine,
} from './list-draft.ts'
import { mergeDraft, takeTheirs, unsavedOf } from './merge-drafts.ts'
import { lineOf as line, listOf as list } from './testing.ts'

/** All lines are in one group. */
const groups = new Map<number, string>()

const base = list(1, [line(1), line(2), line(3)])
const quantity = (id: number, to: number) => ({ id, field: 'quantity' as const, from: 1, to })

test('what only one of both changed stays changed, on the new version', () => {
  const draft = withLineValue(emptyDraft(1), quantity(1, 5))
  const merged = mergeDraft(draft, base, list(2, [line(1), line(2, { quantity: 9 }), line(3)]))
  expect(merged).toEqual({
    draft: { ...draft, version: 2 },
    conflicts: [],
    gone: [],
  })
})

test('what both changed to the same value is no change any more', () => {
  const draft = withLineValue(emptyDraft(1), quantity(1, 5))
  const { draft: rebased, conflicts } = mergeDraft(draft, base, list(2, [line(1, { quantity: 5 })]))
  expect([rebased.lines, conflicts]).toEqual([{}, []])
})

test('what both changed to different values is a conflict, which keeps the own value until it is decided', () => {
  let draft = withLineValue(emptyDraft(1), quantity(1, 5))
  draft = withListValue(draft, { field: 'name', from: 'Roof', to: 'Mine' })
  const theirs = list(2, [line(1, { quantity: 7 })], 'Theirs')
  const { draft: rebased, conflicts } = mergeDraft(draft, base, theirs)
  expect(conflicts).toEqual([
    { line: { id: 1, name: 'Item 1' }, field: 'quantity', before: 1, yours: 5, theirs: 7 },
    { line: undefined, field: 'name', before: 'Roof', yours: 'Mine', theirs: 'Theirs' },
  ])
  expect(rebased.lines[1]).toEqual({ quantity: { from: 7, to: 5 } })
  expect(conflicts.reduce(takeTheirs, rebased)).toEqual(emptyDraft(2))
})

test('a quantity that holds against a new measurement stays', () => {
  const from = { id: 1, from: 1, to: 1 }
  const measured = withLineValue(emptyDraft(1), { ...from, field: 'measurement', to: 24 })
  const draft = withLineValue(measured, { ...from, field: 'quantity' })
  const theirs = list(2, [line(1, { measurement: 1 })])
  expect(mergeDraft(draft, base, theirs)).toEqual({
    draft: { ...draft, version: 2 },
    conflicts: [],
    gone: [],
  })
})

test('changes of a line that was removed meanwhile are dropped, and the merge names that line', () => {
  const draft = withoutLine(withLineValue(emptyDraft(1), quantity(2, 5)), 3)
  expect(mergeDraft(draft, base, list(2, [line(1)]))).toEqual({
    draft: emptyDraft(2),
    conflicts: [],
    gone: ['Item 2'],
  })
})

test('a removed line is named after a reload, when it is not known any more what the list was', () => {
  const draft = { ...withLineValue(emptyDraft(1), quantity(2, 5)), names: { 2: 'Item 2' } }
  expect(mergeDraft(draft, undefined, list(2, [line(1)]))).toEqual({
    draft: emptyDraft(2),
    conflicts: [],
    gone: ['Item 2'],
  })
})

describe('a line that was removed here', () => {
  const removing = withoutLine(withLineValue(emptyDraft(1), quantity(3, 5)), 3)
  const changed = list(2, [line(1), line(2), line(3, { notes: 'Rear' })])
  const conflict = {
    line: { id: 3, name: 'Item 3' },
    field: 'removed',
    before: null,
    yours: null,
    theirs: null,
  }

  test('stays removed when no other person has changed it', () => {
    const theirs = list(2, [line(1), line(2, { notes: 'Rear' }), line(3)])
    expect(mergeDraft(removing, base, theirs)).toEqual({
      draft: { ...removing, version: 2 },
      conflicts: [],
      gone: [],
    })
  })

  test('is a conflict when another person changed it', () => {
    const { draft, conflicts } = mergeDraft(removing, base, changed)
    expect(conflicts).toEqual([conflict])
    expect(draft).toEqual(withoutLine(emptyDraft(2), 3))
    expect(conflicts.reduce(takeTheirs, draft)).toEqual(emptyDraft(2))
  })

  test('is a conflict when it is not known what it was', () => {
    expect(mergeDraft(removing, undefined, changed).conflicts).toEqual([conflict])
  })
})

test('the order holds for the lines that are left, new ones follow', () => {
  const draft = withMoved(emptyDraft(1), { id: 1, by: 1, ids: [1, 2, 3], groups })
  const { draft: rebased } = mergeDraft(draft, base, list(2, [line(1), line(3), line(4)]))
  expect(rebased.order).toEqual([1, 3, 4])
})

describe('what is left of a draft after an earlier state of it was saved', () => {
  const sent = withListValue(withLineValue(emptyDraft(1), quantity(1, 5)), {
    field: 'totalDiscount',
    from: 0,
    to: 10,
  })
  const saved = {
    ...list(2, [line(1, { quantity: 5 }), line(2), line(3)]),
    totalDiscount: 10,
  }

  test('is nothing when it was not changed since', () => {
    expect(unsavedOf(sent, { sent, base, saved })).toEqual(emptyDraft(2))
  })

  test('is what differs from what was sent', () => {
    const changed = withLineValue(withLineValue(sent, quantity(1, 6)), quantity(2, 7))
    expect(unsavedOf(changed, { sent, base, saved }).lines).toEqual({
      1: { quantity: { from: 5, to: 6 } },
      2: { quantity: { from: 1, to: 7 } },
    })
  })

  test('is the value before where a change was taken back', () => {
    expect(unsavedOf(emptyDraft(1), { sent, base, saved })).toEqual({
      ...emptyDraft(2),
      fields: { totalDiscount: { from: 10, to: 0 } },
      lines: { 1: { quantity: { from: 5, to: 1 } } },
    })
  })

  test('is not what the server made of a value that was sent', () => {
    const named = withListValue(emptyDraft(1), { field: 'name', from: 'Roof', to: ' Mine ' })
    const trimmed = list(2, [line(1), line(2), line(3)], 'Mine')
    expect(unsavedOf(named, { sent: named, base, saved: trimmed })).toEqual(emptyDraft(2))
  })

  test('is the removal of a line that was not sent', () => {
    const removing = withoutLine(emptyDraft(1), 1)
    const after = list(2, [line(2), line(3)])
    expect(
      unsavedOf(withoutLine(removing, 3), { sent: removing, base, saved: after }).removed,
    ).toEqual([3])
  })

  test('is an order that was not sent', () => {
    const ids = [1, 2, 3]
    const moved = withMoved(emptyDraft(1), { id: 1, by: 1, ids, groups })
    const after = list(2, [line(2), line(1), line(3)])
    const again = withMoved(moved, { id: 1, by: 1, ids, groups })
    expect(unsavedOf(moved, { sent: moved, base, saved: after }).order).toBeNull()
    expect(unsavedOf(again, { sent: moved, base, saved: after }).order).toEqual([2, 3, 1])
    expect(unsavedOf(emptyDraft(1), { sent: moved, base, saved: after }).order).toEqual(ids)
  })
})

describe('a line that is to be added', () => {
  const added = { key: 'new:1', name: 'Vent', quantityUnits: 'EACH', quantity: 3, unitCost: 4 }
  const draft = withAdded(emptyDraft(1), added)
  const vent = { ...line(9), name: 'Vent', quantity: 3, unitCost: 4 }

  test('and is in the newer version already conflicts, and is dropped where that one holds', () => {
    const { draft: merged, conflicts } = mergeDraft(draft, base, list(2, [...base.listItems, vent]))
    expect(conflicts).toMatchObject([{ field: 'added', line: { id: 9, name: 'Vent' } }])
    expect(merged.added).toEqual([added])
    const [conflict] = conflicts
    expect(conflict && takeTheirs(merged, conflict).added).toEqual([])
  })

  test.each([
    ['another quantity', { ...vent, quantity: 4 }],
    ['another cost', { ...vent, unitCost: 5 }],
    ['another name', { ...vent, name: 'Vents' }],
  ])('is added beside a new line with %s', (_what, other) => {
    expect(mergeDraft(draft, base, list(2, [...base.listItems, other])).conflicts).toEqual([])
  })

  test('is added beside an equal line that the list had before', () => {
    const had = list(1, [...base.listItems, vent])
    expect(mergeDraft(draft, had, list(2, had.listItems)).conflicts).toEqual([])
  })
})
