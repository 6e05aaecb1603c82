import { expect, test } from 'vitest'
import {
  beginDraft,
  draftAfterSave,
  isDraft,
  typeFigure,
  unsavedFigures,
  withEarlier,
  withoutEarlier,
} from './figure-draft.ts'

const OLD = { version: 1, typed: { area: '1', ridges: '2' } }

test('figures that were typed before newer measurements are kept beside what is typed now', () => {
  const begun = beginDraft(OLD, 2)
  expect(begun).toEqual({ version: 2, typed: {}, earlier: OLD.typed })
  const typed = typeFigure(begun, 2, 'area', '9')
  expect(typed).toEqual({ version: 2, typed: { area: '9' }, earlier: OLD.typed })
  expect(beginDraft(typed, 2)).toBe(typed)
  expect(beginDraft(typed, 3)).toEqual({
    version: 3,
    typed: {},
    earlier: { area: '9', ridges: '2' },
  })
})

test('the earlier figures are taken over or discarded without what is typed now', () => {
  const both = { version: 2, typed: { area: '9' }, earlier: OLD.typed }
  expect(withEarlier(both, 2)).toEqual({ version: 2, typed: { area: '9', ridges: '2' } })
  expect(withoutEarlier(both)).toEqual({ version: 2, typed: { area: '9' } })
  expect(withoutEarlier({ ...both, typed: {} })).toBeUndefined()
})

test('what is typed while a save is under way is not saved', () => {
  expect(unsavedFigures({ area: '1', ridges: '3' }, { area: '1', ridges: '2' })).toEqual({
    ridges: '3',
  })
  expect(unsavedFigures({ area: '1' }, { area: '1' })).toEqual({})
})

test('after a save nothing is typed but what was typed meanwhile, for the version that was saved', () => {
  const sent = { area: '1', ridges: '2' }
  expect(draftAfterSave({ version: 2, typed: sent }, sent, 3)).toBeUndefined()
  expect(draftAfterSave(undefined, sent, 3)).toBeUndefined()
  expect(draftAfterSave({ version: 2, typed: { ...sent, ridges: '3' } }, sent, 3)).toEqual({
    version: 3,
    typed: { ridges: '3' },
  })
})

test('a draft of this browser is taken when its figures are texts', () => {
  expect([OLD, { ...OLD, earlier: {} }].every(isDraft)).toBe(true)
  const wrong = [null, {}, { version: 1 }, { ...OLD, earlier: { area: 1 } }]
  expect(wrong.some(isDraft)).toBe(false)
})
