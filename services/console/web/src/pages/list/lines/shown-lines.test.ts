import { expect, test } from 'vitest'
import type { Explanation } from '../draft/line-figures.ts'
import { emptyDraft, withAdded, withLineValue, withoutLine } from '../draft/list-draft.ts'
import type { ListDraft } from '../draft/list-draft.ts'
import { lineOf as line, listOf as list } from '../draft/testing.ts'
import { isShownSame, linesOf } from './shown-lines.ts'

test('a line that another person has added since the draft was begun is shown behind those that were moved', () => {
  const draft = { ...emptyDraft(1), order: [2, 1] }
  const newer = { ...list(2, [line(1), line(2), line(3)]), priceWarnings: [] }
  const shown = linesOf(newer, draft, new Map())
  expect(shown.map(({ id }) => id)).toEqual([2, 1, 3])
})

test('only the lines that a change of the draft is about are shown anew', () => {
  const warning = {
    listItemId: 2,
    code: 'CHANGED',
    reason: 'It costs more.',
    currentUnitCost: 3,
    currentTaxPercent: 0,
  }
  const saved = { ...list(1, [line(1), line(2), line(3)]), priceWarnings: [warning] }
  const shown = (draft: ListDraft) => linesOf(saved, draft, new Map())
  const added = { name: 'Vent', quantity: 1, quantityUnits: 'EACH', unitCost: 2 }
  const before = withAdded(emptyDraft(1), { key: 'new:1', ...added })
  const changed = withLineValue(before, { id: 1, field: 'quantity', from: 1, to: 2 })
  const sameAs = (draft: ListDraft): boolean[] =>
    shown(draft).map((each, index) => isShownSame(each, shown(before)[index] ?? each))
  expect(sameAs(changed)).toEqual([false, true, true, true])
  expect(sameAs(withoutLine(before, 3))).toEqual([true, true, false, true])
})

test('a line is shown anew when a change of another line changes its quantity', () => {
  const explanation = {
    productId: 7,
    isCombined: true,
    coverage: 1,
    rounding: 'whole',
    manualFields: [] as readonly string[],
  } as Explanation
  const roll = { measurement: 0.5, wasteFactor: 0 }
  const rolls = [
    { ...line(1), ...roll, quantity: 1 },
    { ...line(2), ...roll, quantity: 0 },
  ]
  const saved = { ...list(1, rolls), priceWarnings: [] }
  const explanations = new Map([
    [1, { ...explanation, carriedIn: 0 }],
    [2, { ...explanation, carriedIn: 0.5 }],
  ])
  const more = withLineValue(emptyDraft(1), { id: 1, field: 'measurement', from: 0.5, to: 1 })
  const [, before] = linesOf(saved, emptyDraft(1), explanations)
  const [, after] = linesOf(saved, more, explanations)
  expect(before && after && isShownSame(before, after)).toBe(false)
})
