import { expect, test } from 'vitest'
import type { FullListFragment, ListLineFragment } from '../../generated/operations.ts'
import { emptyDraft, withLineValue, withListValue, withMoved, withoutLine } from './list-draft.ts'
import { mergeDraft, takeTheirs } from './merge-drafts.ts'

const line = (id: number, values: Partial<ListLineFragment> = {}) =>
  ({
    id,
    name: `Item ${id}`,
    quantity: 1,
    color: null,
    vendor: null,
    ...values,
  }) as ListLineFragment

const list = (version: number, lines: readonly ListLineFragment[], name = 'Roof') =>
  ({ version, name, totalDiscount: 0, listItems: lines }) as unknown as FullListFragment

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

test('changes of a line that was removed meanwhile are dropped, and the merge names that line', () => {
  const draft = withoutLine(withLineValue(emptyDraft(1), quantity(2, 5)), 3)
  expect(mergeDraft(draft, base, list(2, [line(1)]))).toEqual({
    draft: emptyDraft(2),
    conflicts: [],
    gone: ['Item 2'],
  })
})

test('the order holds for the lines that are left, new ones follow', () => {
  const draft = withMoved(emptyDraft(1), { id: 1, by: 1, ids: [1, 2, 3] })
  const { draft: rebased } = mergeDraft(draft, base, list(2, [line(1), line(3), line(4)]))
  expect(rebased.order).toEqual([1, 3, 4])
})
