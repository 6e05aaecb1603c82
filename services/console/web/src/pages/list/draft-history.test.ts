import { expect, test } from 'vitest'
import { reduceDraft, savedHistory } from './draft-history.ts'
import type { DraftAction, DraftHistory } from './draft-history.ts'
import { withLineValue } from './list-draft.ts'

const typed = (to: number, step: string): DraftAction => ({
  kind: 'change',
  step,
  change: (draft) => withLineValue(draft, { id: 1, field: 'quantity', from: 0, to }),
})

const after = (...actions: readonly DraftAction[]): DraftHistory =>
  actions.reduce(reduceDraft, savedHistory(1))

const quantityOf = ({ present }: DraftHistory) => present.lines[1]?.quantity?.to

test('what is typed in one go is one step to undo', () => {
  const history = after(typed(1, 'a'), typed(12, 'a'), typed(3, 'b'))
  expect(quantityOf(history)).toBe(3)
  const once = reduceDraft(history, { kind: 'undo' })
  expect(quantityOf(once)).toBe(12)
  expect(quantityOf(reduceDraft(once, { kind: 'undo' }))).toBeUndefined()
})

test('what was undone can be done again until something else is changed', () => {
  const undone = after(typed(1, 'a'), { kind: 'undo' })
  expect(quantityOf(reduceDraft(undone, { kind: 'redo' }))).toBe(1)
  const other = reduceDraft(undone, typed(5, 'b'))
  expect(reduceDraft(other, { kind: 'redo' })).toBe(other)
})

test('typing after an undo is a step of its own', () => {
  const history = after(typed(1, 'a'), { kind: 'undo' }, typed(2, 'a'), { kind: 'undo' })
  expect(quantityOf(history)).toBeUndefined()
})

test('nothing happens where there is nothing to undo or to redo', () => {
  const history = savedHistory(1)
  expect(reduceDraft(history, { kind: 'undo' })).toBe(history)
  expect(reduceDraft(history, { kind: 'redo' })).toBe(history)
})
