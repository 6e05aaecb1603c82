import type { Box } from './box.ts'
import { columnsOf, type TableColumn } from './columns.ts'
import { deliveryBoxes } from './delivery-boxes.ts'
import { detailsBox } from './details.ts'
import type { OrderDocumentModel } from '../document-model.ts'
import { letterheadBox } from './letterhead.ts'
import { footerBox, runningHeadBox } from './page-frame.ts'
import type { Page } from './page-style.ts'
import { type Section, sectionsOf } from './sections.ts'
import { type PictureSize, type Sheet, sheetOf } from './sheet.ts'
import { shorten } from './shorten.ts'
import { columnTitlesBox, groupBox, rowBoxes, sectionBox } from './table-rows.ts'
import { totalsBox } from './totals.ts'
import { fillIn } from '../words/words.ts'

/** A box and where its top lies, in points from the page's top. */
export interface PlacedBox {
  readonly y: number
  readonly box: Box
}

export type PageLayout = readonly PlacedBox[]

/**
 * Places all parts on pages: every page of the table starts with a head and the column titles, no row is
 * split, a group's name always has a row under it and is repeated where the group continues, and the totals
 * keep the last row with them.
 */
export function layoutDocument(model: OrderDocumentModel, logo?: PictureSize): PageLayout[] {
  const sheet = sheetOf(model, logo)
  const runningHead = runningHeadBox(sheet)
  const pages = startPages(sheet.page)
  for (const box of [letterheadBox(sheet), detailsBox(sheet), ...deliveryBoxes(sheet)]) {
    if (!pages.fits([box])) pages.next([runningHead])
    pages.place(box)
  }
  const blocks = tableBlocks(sheet, heightOf([runningHead]))
  const totals = totalsBox(sheet)
  for (const [index, { boxes, repeated }] of blocks.entries()) {
    const together = index === blocks.length - 1 ? [...boxes, totals] : boxes
    if (!pages.fits(together)) pages.next([runningHead, ...repeated])
    together.forEach(pages.place)
  }
  if (blocks.length === 0) pages.place(totals)
  return pages.finish((pageNumber, count) => footerBox(sheet, pageNumber, count))
}

/** Boxes that stay on one page, and the boxes repeated above them when they begin a new one. */
interface Block {
  readonly boxes: readonly Box[]
  readonly repeated: readonly Box[]
}

/** A block for each row; the first of a group, and of a section, includes their names. */
function tableBlocks(sheet: Sheet, headHeight: number): Block[] {
  const columns = columnsOf(sheet)
  const room = sheet.page.bottom - sheet.page.top - headHeight - heightOf([totalsBox(sheet)])
  const titles = columnTitlesBox(columns, true)
  let number = 0
  return sectionsOf(sheet).flatMap((section) => {
    const sectionHead = sectionHeadBoxes(section, columns)
    return section.groups.flatMap(({ name, lines }, groupIndex) => {
      const shown = shorten(name)
      const group = groupBox(shown, columns, false)
      const continued = groupBox(fillIn(sheet.words.continued, shown), columns, true)
      const heightMax = room - heightOf([...sectionHead, continued])
      const rows = lines.flatMap((line) => rowBoxes(columns, line, { number: ++number, heightMax }))
      return rows.map((row, rowIndex) => {
        if (rowIndex > 0) return { boxes: [row], repeated: [titles, continued] }
        if (groupIndex > 0) return { boxes: [group, row], repeated: [titles] }
        return { boxes: [...sectionHead, group, row], repeated: [] }
      })
    })
  })
}

const sectionHeadBoxes = ({ name }: Section, columns: readonly TableColumn[]): Box[] => [
  ...(name === undefined ? [] : [sectionBox(name, columns)]),
  columnTitlesBox(columns, false),
]

const heightOf = (boxes: readonly Box[]): number =>
  boxes.reduce((height, box) => height + box.height, 0)

/** Fills page after page from the top. */
function startPages(page: Page) {
  const pages: PlacedBox[][] = [[]]
  let y: number = page.top
  const place = (box: Box): void => {
    pages.at(-1)?.push({ y, box })
    y += box.height
  }
  return {
    place,
    next(head: readonly Box[]): void {
      pages.push([])
      y = page.top
      head.forEach(place)
    },
    fits: (boxes: readonly Box[]): boolean => y + heightOf(boxes) <= page.bottom,
    finish: (footer: (number: number, count: number) => Box): PageLayout[] =>
      pages.map((boxes, index) => [
        ...boxes,
        { y: page.bottom + 8, box: footer(index + 1, pages.length) },
      ]),
  }
}
