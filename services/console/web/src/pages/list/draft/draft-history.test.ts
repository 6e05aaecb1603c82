import { expect, test } from 'vitest'
import { reduceDraft, savedHistory } from './draft-history.ts'
import type { DraftAction, DraftHistory } from './draft-history.ts'
import { emptyDraft, withAdded, withLineValue } from './list-draft.ts'
import { lineOf, listOf } from './testing.ts'

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

test('what is typed until it is as before is no step', () => {
  expect(after(typed(1, 'a'), typed(0, 'a')).past).toEqual([])
  expect(after(typed(0, 'a')).past).toEqual([])
})

test('typing after an undo is a step of its own', () => {
  const history = after(typed(1, 'a'), { kind: 'undo' }, typed(2, 'a'), { kind: 'undo' })
  expect(quantityOf(history)).toBeUndefined()
})

test('what was typed in one go is taken back', () => {
  const history = after(typed(1, 'a'), typed(2, 'b'), typed(23, 'b'))
  const reverted = reduceDraft(history, { kind: 'revert', step: 'b' })
  expect(reverted).toEqual({ ...after(typed(1, 'a')), lastStep: undefined })
})

test('nothing is taken back where nothing was typed last', () => {
  const history = after(typed(1, 'a'))
  expect(reduceDraft(history, { kind: 'revert', step: 'b' })).toBe(history)
})

test('nothing happens where there is nothing to undo or to redo', () => {
  const history = savedHistory(1)
  expect(reduceDraft(history, { kind: 'undo' })).toBe(history)
  expect(reduceDraft(history, { kind: 'redo' })).toBe(history)
})

const base = listOf(1, [lineOf(1, { quantity: 0 })])
const saved = listOf(2, [lineOf(1, { quantity: 3 })])

test('after a save there is nothing to undo', () => {
  const history = after(typed(3, 'a'))
  const action = { kind: 'saved', sent: history.present, base, saved } as const
  expect(reduceDraft(history, action)).toEqual(savedHistory(2))
})

test('what was typed while the draft was saved stays, and can be undone to what was saved', () => {
  const atSave = after(typed(3, 'a'))
  const later = [typed(4, 'b'), typed(5, 'c')].reduce(reduceDraft, atSave)
  const history = reduceDraft(later, { kind: 'saved', sent: atSave.present, base, saved })
  expect(history.present).toEqual({
    ...emptyDraft(2),
    lines: { 1: { quantity: { from: 3, to: 5 } } },
  })
  const once = reduceDraft(history, { kind: 'undo' })
  expect(quantityOf(once)).toBe(4)
  expect(reduceDraft(once, { kind: 'undo' }).present).toEqual(emptyDraft(2))
})

test('what goes on being typed in the cell in which the save began stays', () => {
  const atSave = after(typed(3, 'a'))
  const sent = atSave.present
  const later = reduceDraft(atSave, typed(34, 'a'))
  const history = reduceDraft(later, { kind: 'saved', sent, base, saved })
  expect(quantityOf(history)).toBe(34)
  expect(reduceDraft(history, { kind: 'undo' }).present).toEqual(emptyDraft(2))
})

test('a line that was added while the draft was saved stays, those that were saved do not', () => {
  const added = (key: string) => ({ key, name: key, quantityUnits: 'EACH', unitCost: 1 })
  const add = (key: string): DraftAction => ({
    kind: 'change',
    change: (draft) => withAdded(draft, added(key)),
  })
  const atSave = after(add('first'))
  const sent = atSave.present
  const later = reduceDraft(atSave, add('second'))
  const { present } = reduceDraft(later, { kind: 'saved', sent, base, saved })
  expect(present).toEqual(withAdded(emptyDraft(2), added('second')))
})

test('a draft that is being saved is known until the draft is saved, or that one is refused', () => {
  const first = after(typed(1, 'a'))
  const { present: draft } = first
  const sending: DraftAction = { kind: 'sent', draft }
  const changed = [sending, typed(2, 'b'), { kind: 'undo' } as const, sending]
  const history = changed.reduce(reduceDraft, first)
  expect(history.sent).toEqual([draft])
  expect(reduceDraft(history, { kind: 'refused', draft }).sent).toEqual([])
  expect(reduceDraft(history, { kind: 'saved', sent: draft, base, saved }).sent).toEqual([])
})
