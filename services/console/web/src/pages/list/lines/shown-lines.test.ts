import { describe, expect, test } from 'vitest'
import type { Explanation } from '../draft/line-figures.ts'
import {
  emptyDraft,
  withAdded,
  withLineValue,
  withListValue,
  withoutLine,
} from '../draft/list-draft.ts'
import type { ListDraft } from '../draft/list-draft.ts'
import { lineOf as line, listOf as list } from '../draft/testing.ts'
import { isShownSame, linesOf } from './shown-lines.ts'
import type { Explanations } from './shown-lines.ts'

const NONE: Explanations = { version: undefined, byId: new Map() }

test('a line that another person has added since the draft was begun is shown behind those that were moved', () => {
  const draft = { ...emptyDraft(1), order: [2, 1] }
  const newer = { ...list(2, [line(1), line(2), line(3)]), priceWarnings: [] }
  const shown = linesOf(newer, draft, NONE)
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
  const shown = (draft: ListDraft) => linesOf(saved, draft, NONE)
  const added = { name: 'Vent', quantity: 1, quantityUnits: 'EACH', unitCost: 2 }
  const before = withAdded(emptyDraft(1), { key: 'new:1', ...added })
  const changed = withLineValue(before, { id: 1, field: 'quantity', from: 1, to: 2 })
  const sameAs = (draft: ListDraft): boolean[] =>
    shown(draft).map((each, index) => isShownSame(each, shown(before)[index] ?? each))
  expect(sameAs(changed)).toEqual([false, true, true, true])
  expect(sameAs(withoutLine(before, 3))).toEqual([true, true, false, true])
})

describe('lines that share packages', () => {
  const rule = {
    productId: 7,
    isCombined: true,
    coverage: 3,
    rounding: 'whole',
    manualFields: [] as readonly string[],
  } as Explanation
  const thirds = (...quantities: number[]) => {
    const rolls = quantities.map((quantity, index) =>
      line(index + 1, { quantity, measurement: 2, wasteFactor: 0, unitCost: 1, taxPercent: 0 }),
    )
    return { ...list(1, rolls), priceWarnings: [] }
  }
  const explain = (...leftovers: number[]) => ({
    version: 1,
    byId: new Map(leftovers.map((carriedIn, index) => [index + 1, { ...rule, carriedIn }])),
  })

  test('are shown anew when a change of another line changes their quantity', () => {
    const [saved, explained] = [thirds(1, 1), explain(0, 0.33333)]
    const more = { id: 1, field: 'measurement', from: 2, to: 3 } as const
    const [, before] = linesOf(saved, emptyDraft(1), explained)
    const [, after] = linesOf(saved, withLineValue(emptyDraft(1), more), explained)
    expect(before && after && isShownSame(before, after)).toBe(true)
    const less = withLineValue(emptyDraft(1), { ...more, to: 1 })
    const [, fewer] = linesOf(saved, less, explained)
    expect(before && fewer && isShownSame(before, fewer)).toBe(false)
  })

  test('have the figures that an earlier release saved until the list is changed', () => {
    const [saved, explained] = [thirds(1, 1, 1), explain(0, 0.33333, 0.66666)]
    const quantities = (draft: ListDraft) =>
      linesOf(saved, draft, explained).map(({ figures }) => figures.quantity)
    expect(quantities(emptyDraft(1))).toEqual([1, 1, 1])
    const named = withListValue(emptyDraft(1), { field: 'name', from: 'Roof', to: 'Front' })
    expect(quantities(named)).toEqual([1, 1, 0])
  })
})

test('what was set by hand is marked after a save until the new explanations are loaded, which alone explain', () => {
  const explanation = { manualFields: ['quantity'] as readonly string[] } as Explanation
  const before = { version: 1, byId: new Map([[1, explanation]]) }
  const shown = (version: number) =>
    linesOf({ ...list(version, [line(1)]), priceWarnings: [] }, emptyDraft(version), before)
  expect(shown(1)).toMatchObject([{ explanation, manualFields: ['quantity'] }])
  expect(shown(2)).toMatchObject([{ explanation: undefined, manualFields: ['quantity'] }])
})
