import { expect, test } from 'vitest'
import { draftOf, isStoredListDraft, namesOf } from './stored-list-draft.ts'
import { emptyDraft, withLineValue } from './list-draft.ts'
import { lineOf, listOf } from './testing.ts'

const changed = withLineValue(emptyDraft(1), { id: 2, field: 'quantity', from: 1, to: 5 })

test('the names of changed lines stay, also of one that the list has no more', () => {
  const names = namesOf(changed, listOf(1, [lineOf(1), lineOf(2)]))
  expect(names).toEqual({ 2: 'Item 2' })
  expect(namesOf(changed, listOf(2, [lineOf(1)]), names)).toEqual({ 2: 'Item 2' })
  // An undone change may be done again.
  expect(namesOf(emptyDraft(2), listOf(2, [lineOf(1)]), names)).toEqual({ 2: 'Item 2' })
})

test('a draft that an older version stored without names is read, and one with other values is not', () => {
  expect(isStoredListDraft(changed)).toBe(true)
  expect(isStoredListDraft({ ...changed, sent: [changed], names: { 2: 'Item 2' } })).toBe(true)
  for (const wrong of [{ names: { 2: 5 } }, { names: 'Item 2' }, { sent: {} }, { sent: [1] }])
    expect(isStoredListDraft({ ...changed, ...wrong })).toBe(false)
})

test('what is stored beside a draft is no part of it', () => {
  expect(draftOf({ ...changed, sent: [changed], names: { 2: 'Item 2' } })).toEqual(changed)
})
