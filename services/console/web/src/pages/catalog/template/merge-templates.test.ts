import { describe, expect, test } from 'vitest'
import { hasTwoOrders, mergeTemplates, unsavedOf, withSavedIds } from './merge-templates.ts'
import type { LineDraft } from './template-draft.ts'
import { lineOf, templateOf } from './testing.ts'

const a = lineOf('a', { id: 1 })
const b = lineOf('b', { id: 2 })
const base = templateOf(a, b)

test('changes of different values are both kept', () => {
  const mine = templateOf({ ...a, unitCost: '5' }, b)
  const theirs = { ...templateOf({ ...a, markup: '20' }, b), name: 'Renamed' }

  expect(mergeTemplates({ base, mine, theirs })).toEqual({
    draft: { ...templateOf({ ...a, unitCost: '5', markup: '20' }, b), name: 'Renamed' },
    conflicts: [],
  })
})

test('of a value that both changed mine counts, unless theirs is chosen', () => {
  const mine = templateOf({ ...a, unitCost: '5' }, b)
  const theirs = templateOf({ ...a, unitCost: '6' }, b)
  const place = 'a.unitCost'
  const conflict = { place, line: 'a', field: 'unitCost', mine: '5', theirs: '6' }

  expect(mergeTemplates({ base, mine, theirs })).toEqual({ draft: mine, conflicts: [conflict] })
  expect(mergeTemplates({ base, mine, theirs }, new Set([place]))).toEqual({
    draft: theirs,
    conflicts: [conflict],
  })
})

test('the same change of both is no conflict', () => {
  const same = { ...base, name: 'Renamed' }

  expect(mergeTemplates({ base, mine: same, theirs: same })).toEqual({ draft: same, conflicts: [] })
})

test('lines that they added are kept, and lines that I removed stay removed', () => {
  const added = lineOf('c', { id: 3 })
  const { draft } = mergeTemplates({ base, mine: templateOf(b), theirs: templateOf(a, b, added) })

  expect(draft.lines).toEqual([b, added])
})

test('a line that I removed and they changed is a conflict, and comes back where theirs is chosen', () => {
  const theirs = templateOf({ ...a, notes: 'Rear' }, b)
  const mine = templateOf(b)
  const conflicts = [{ place: 'a.removed', line: 'a', field: 'removed', mine: true, theirs: false }]

  expect(mergeTemplates({ base, mine, theirs })).toEqual({ draft: mine, conflicts })
  expect(mergeTemplates({ base, mine, theirs }, new Set(['a.removed']))).toEqual({
    draft: templateOf({ ...a, notes: 'Rear' }, b),
    conflicts,
  })
})

test('a line that they removed goes, unless I changed it: then it is a conflict, and new where mine is chosen', () => {
  const theirs = templateOf(b)
  const mine = templateOf({ ...a, notes: 'Rear' }, b)
  const conflicts = [{ place: 'a.removed', line: 'a', field: 'removed', mine: false, theirs: true }]

  expect(mergeTemplates({ base, mine: base, theirs })).toEqual({ draft: theirs, conflicts: [] })
  expect(mergeTemplates({ base, mine, theirs })).toEqual({
    draft: templateOf({ ...a, notes: 'Rear', id: null }, b),
    conflicts,
  })
  expect(mergeTemplates({ base, mine, theirs }, new Set(['a.removed']))).toEqual({
    draft: theirs,
    conflicts,
  })
})

test('my new lines are kept', () => {
  const own = lineOf('new')

  expect(mergeTemplates({ base, mine: templateOf(a, b, own), theirs: base }).draft.lines).toEqual([
    a,
    b,
    own,
  ])
})

test('lines that they moved are where they moved them to, and new ones where they added them', () => {
  const added = lineOf('c', { id: 3 })
  const own = lineOf('new')
  const changed = { ...a, wasteFactor: '7' }
  const versions = { base, mine: templateOf(changed, own, b), theirs: templateOf(added, b, a) }

  expect(mergeTemplates(versions).draft.lines).toEqual([added, b, changed, own])
  expect(hasTwoOrders(versions)).toBe(false)
})

test('where both moved lines my order is kept, which the merge says', () => {
  const c = lineOf('c', { id: 3 })
  const versions = {
    base: templateOf(a, b, c),
    mine: templateOf(b, a, c),
    theirs: templateOf(a, c, b),
  }

  expect(mergeTemplates(versions).draft).toEqual(versions.mine)
  expect(hasTwoOrders(versions)).toBe(true)
})

test('a removed line that is put back is the same line until the removal is saved, then a new one', () => {
  const draft = templateOf(a, b)

  expect(withSavedIds(draft, base)).toEqual(draft)
  expect(withSavedIds(draft, templateOf(b)).lines).toEqual([{ ...a, id: null }, b])
})

test('a line of mine that neither version has is new', () => {
  const again = lineOf('c', { id: 3 })

  expect(mergeTemplates({ base, mine: templateOf(again, a, b), theirs: base }).draft.lines).toEqual(
    [{ ...again, id: null }, a, b],
  )
})

describe('what is left of a draft after an earlier state of it was saved', () => {
  const sent = templateOf({ ...a, unitCost: ' 5.0' }, lineOf('new'))
  const saved = templateOf({ ...a, unitCost: '5' }, lineOf('line-3', { id: 3, name: 'new' }))
  const next = { saved, isNext: true }

  test('is nothing when it was not changed since', () => {
    expect(unsavedOf(sent, sent, next).draft).toEqual(saved)
  })

  test('is what differs from what was sent', () => {
    const [first, second] = sent.lines as [LineDraft, LineDraft]
    const own = lineOf('newer')
    const changed = { ...sent, lines: [{ ...second, notes: 'Rear' }, { ...first }, own] }

    expect(unsavedOf(changed, sent, next).draft.lines).toEqual([
      { ...saved.lines[1], notes: 'Rear' },
      saved.lines[0],
      own,
    ])
  })

  test('has no line that was removed meanwhile', () => {
    expect(unsavedOf(templateOf(a), sent, next).draft.lines.map(({ key }) => key)).toEqual(['a'])
  })

  test('stays with its lines when another person has saved since', () => {
    const theirs = lineOf('line-4', { id: 4 })
    const [changed, added] = saved.lines as [LineDraft, LineDraft]
    const newer = { saved: templateOf(theirs, added, changed), isNext: false }
    const [first, second] = sent.lines as [LineDraft, LineDraft]

    expect(unsavedOf(sent, sent, newer).draft).toEqual(newer.saved)
    const draft = templateOf({ ...first, notes: 'Rear' }, { ...second, color: 'Red' })
    expect(unsavedOf(draft, sent, newer).draft.lines).toEqual([
      theirs,
      { ...added, color: 'Red' },
      { ...changed, notes: 'Rear' },
    ])
  })

  test('waits for the choice of the person where another person has changed the same since', () => {
    const [first, second] = sent.lines as [LineDraft, LineDraft]
    const [changed, added] = saved.lines as [LineDraft, LineDraft]
    const draft = templateOf({ ...first, unitCost: '6' }, second)
    const newer = { saved: templateOf({ ...changed, unitCost: '7' }, added), isNext: false }
    const isAdded = { id: added.id, key: added.key }

    expect(unsavedOf(draft, sent, newer)).toEqual({
      draft: templateOf({ ...first, unitCost: '6' }, { ...second, ...isAdded }),
      base: templateOf(first, { ...second, ...isAdded }),
      hasConflicts: true,
    })
  })

  test('waits for the choice of the person where another person has moved lines as well since', () => {
    const c = lineOf('c', { id: 3 })
    const before = templateOf(a, b, c)
    const mine = templateOf(b, a, c)
    const newer = { saved: templateOf(a, c, b), isNext: false }

    expect(unsavedOf(mine, before, newer)).toEqual({
      draft: mine,
      base: before,
      hasConflicts: true,
    })
    expect(unsavedOf(mine, before, { saved: before, isNext: false }).hasConflicts).toBe(false)
  })

  test('waits for the choice of the person where a new line that was changed is not found again', () => {
    const [first, second] = sent.lines as [LineDraft, LineDraft]
    const [changed, added] = saved.lines as [LineDraft, LineDraft]
    const draft = templateOf(first, { ...second, color: 'Red' })
    for (const lines of [[changed], [changed, added, lineOf('line-4', { id: 4, name: 'new' })]])
      expect(unsavedOf(draft, sent, { saved: templateOf(...lines), isNext: false })).toEqual({
        draft,
        base: sent,
        hasConflicts: true,
      })
  })
})
