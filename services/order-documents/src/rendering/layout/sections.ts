import type { OrderDocumentLine, OrderDocumentModel } from '../document-model.ts'
import { wordsOf } from '../words/wording.ts'
import type { Sheet } from './sheet.ts'

/** A part of the document with a table of its own. */
interface Section {
  /** Unset: the order's only table, which needs no name. */
  readonly name: string | undefined
  readonly groups: readonly LineGroup[]
}

interface LineGroup {
  readonly name: string
  readonly lines: readonly OrderDocumentLine[]
}

/** A line of a change order that credits an ordered line. */
export const isCredit = ({ quantity }: OrderDocumentLine): boolean => quantity.startsWith('-')

/** An order is one table; a change order has one for additions and one for credits. */
export function sectionsOf({ model, words }: Pick<Sheet, 'model' | 'words'>): Section[] {
  const { lines, order } = model
  if (order.changes === null) {
    return [{ name: undefined, groups: groupLines(lines, words.otherGroup) }]
  }
  const { additions, credits } = words.totals
  return [
    {
      name: additions,
      groups: groupLines(
        lines.filter((line) => !isCredit(line)),
        words.otherGroup,
      ),
    },
    { name: credits, groups: groupLines(lines.filter(isCredit), words.otherGroup) },
  ].filter(({ groups }) => groups.length > 0)
}

/** The lines in the order in which every file of the order has them: a line's number is its place in it, from 1. */
export function numberedLines(model: OrderDocumentModel): readonly OrderDocumentLine[] {
  return sectionsOf({ model, words: wordsOf(model.language) })
    .flatMap(({ groups }) => groups)
    .flatMap(({ lines }) => lines)
}

/** Groups in the order in which the lines first name them. */
function groupLines(lines: readonly OrderDocumentLine[], other: string): LineGroup[] {
  const groups = Map.groupBy(lines, ({ listItemGroupName }) => listItemGroupName.trim() || other)
  return Array.from(groups, ([name, lines]) => ({ name, lines }))
}
