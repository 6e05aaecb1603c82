import type { Box } from './box.ts'
import { columnsOf } from './columns.ts'
import { detailsBox } from './details.ts'
import type { OrderDocumentLine, OrderDocumentModel } from './document-model.ts'
import { letterheadBox } from './letterhead.ts'
import { footerBox, runningHeadBox } from './page-frame.ts'
import { page } from './page-style.ts'
import { columnTitlesBox, groupBox, rowBoxes } from './table-rows.ts'
import { totalsBox } from './totals.ts'

/** A box and where its top lies, in points from the page's top. */
export interface PlacedBox {
  readonly y: number
  readonly box: Box
}

export type PageLayout = readonly PlacedBox[]

/**
 * Decides what stands where: every page starts with a head and the column titles, no row is split,
 * a group's name always has a row under it and is repeated where the group goes on, and the totals
 * keep the last row with them.
 */
export function layoutDocument(model: OrderDocumentModel): PageLayout[] {
  const columns = columnsOf(model)
  const titles = columnTitlesBox(columns)
  const runningHead = runningHeadBox(model)
  const pages = startPages([letterheadBox(model), detailsBox(model), titles])
  const groups = groupLines(model.lines)
  let number = 0

  for (const [index, group] of groups.entries()) {
    const continued = groupBox(group.name, true)
    const nextHead = [runningHead, titles, continued]
    const heightMax = page.bottom - page.top - heightOf(nextHead)
    const rows = group.lines.flatMap((line) =>
      rowBoxes(columns, line, { number: ++number, heightMax }),
    )
    for (const [rowIndex, row] of rows.entries()) {
      const isFirst = rowIndex === 0
      const isLast = index === groups.length - 1 && rowIndex === rows.length - 1
      const together = [
        ...(isFirst ? [groupBox(group.name, false)] : []),
        row,
        ...(isLast ? [totalsBox(model)] : []),
      ]
      if (!pages.fits(together)) pages.next(isFirst ? [runningHead, titles] : nextHead)
      for (const box of together) {
        // Only totals after a row that fills the page can fail to fit here.
        if (!pages.fits([box])) pages.next([runningHead])
        pages.place(box)
      }
    }
  }
  if (groups.length === 0) pages.place(totalsBox(model))
  return pages.finish((pageNumber, count) => footerBox(model, pageNumber, count))
}

const heightOf = (boxes: readonly Box[]): number =>
  boxes.reduce((height, box) => height + box.height, 0)

/** Fills page after page from the top. */
function startPages(head: readonly Box[]) {
  const pages: PlacedBox[][] = []
  let y = 0
  const place = (box: Box): void => {
    pages.at(-1)?.push({ y, box })
    y += box.height
  }
  const next = (head: readonly Box[]): void => {
    pages.push([])
    y = page.top
    head.forEach(place)
  }
  next(head)
  return {
    place,
    next,
    fits: (boxes: readonly Box[]): boolean => y + heightOf(boxes) <= page.bottom,
    finish: (footer: (number: number, count: number) => Box): PageLayout[] =>
      pages.map((boxes, index) => [
        ...boxes,
        { y: page.bottom + 8, box: footer(index + 1, pages.length) },
      ]),
  }
}

interface Group {
  readonly name: string
  readonly lines: OrderDocumentLine[]
}

/** Groups in the order in which the lines first name them. */
function groupLines(lines: readonly OrderDocumentLine[]): Group[] {
  const groups = Map.groupBy(lines, ({ groupName }) => groupName.trim() || 'Other')
  return Array.from(groups, ([name, lines]) => ({ name, lines }))
}
