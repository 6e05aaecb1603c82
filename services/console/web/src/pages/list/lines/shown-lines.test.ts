import { expect, test } from 'vitest'
import { emptyDraft } from '../draft/list-draft.ts'
import { lineOf as line, listOf as list } from '../draft/testing.ts'
import { linesOf } from './shown-lines.ts'

test('a line that another person has added since the draft was begun is shown behind those that were moved', () => {
  const draft = { ...emptyDraft(1), order: [2, 1] }
  const newer = { ...list(2, [line(1), line(2), line(3)]), priceWarnings: [] }
  const shown = linesOf(newer, draft, new Map())
  expect(shown.map(({ id }) => id)).toEqual([2, 1, 3])
})
