import type { Box } from './box.ts'
import { columnsOf, type TableColumn } from './columns.ts'
import { deliveryBoxes } from './delivery-boxes.ts'
import { detailsBox } from './details.ts'
import type { OrderDocumentModel } from '../document-model.ts'
import { letterheadBox } from './letterhead.ts'
import { footerBox, runningHeadBox } from './page-frame.ts'
import type { Page } from './page-style.ts'
import { sectionsOf } from './sections.ts'
import { type PictureSize, type Sheet, sheetOf } from './sheet.ts'
import { splitBox } from './split-box.ts'
import { columnTitlesBox, groupBox, type Repetition, sectionBox, TableRows } from './table-rows.ts'
import { totalsBox } from './totals.ts'
import { fillIn } from '../words/words.ts'

/** A box and the distance of its top from the page's top, in points. */
export interface PlacedBox {
  readonly y: number
  readonly box: Box
}

/** From the bottom of the content to the footer, in points. */
const FOOTER_GAP = 8

export type PageLayout = readonly PlacedBox[]

/**
 * Places all parts on pages. Parts of the head that no page can hold continue on the next. Each further page starts with
 * the running head and the column titles. No row crosses a page; a line that is higher than a page becomes several rows.
 * The names of a section and of a group stay above their first row and are repeated where they continue. The last row
 * stays with the totals.
 */
export function layoutDocument(model: OrderDocumentModel, logo?: PictureSize): PageLayout[] {
  const sheet = sheetOf(model, logo)
  const runningHead = runningHeadBox(sheet)
  const pages = startPages(sheet.page, runningHead)
  for (const boxes of [[letterheadBox(sheet)], [detailsBox(sheet)], ...deliveryBoxes(sheet)]) {
    placeTogether(boxes, pages)
  }
  const blocks = tableBlocks(sheet, heightOf([runningHead]))
  const totals = totalsBox(sheet)
  for (const [index, { boxes, repeated }] of blocks.entries()) {
    const boxesToPlace = index === blocks.length - 1 ? [...boxes, totals] : boxes
    if (!pages.fits(boxesToPlace)) pages.next(repeated)
    boxesToPlace.forEach(pages.place)
  }
  if (blocks.length === 0) pages.place(totals)
  return pages.finish((pageNumber, count) => footerBox(sheet, pageNumber, count))
}

/** Boxes that stay together, and those that are repeated above them when they start a page. */
interface Block {
  readonly boxes: readonly Box[]
  readonly repeated: readonly Box[]
}

/** One block for each row. The first row of a group or section is in one block with its name. */
function tableBlocks(sheet: Sheet, headHeight: number): Block[] {
  const columns = columnsOf(sheet)
  const rows = new TableRows(columns)
  // Any row may be the last one, so each leaves space for the totals.
  const roomHeight = sheet.page.bottom - sheet.page.top - headHeight - heightOf([totalsBox(sheet)])
  let lineNumber = 0
  return sectionsOf(sheet).flatMap((section) => {
    const sectionHead = sectionHeadBoxes(section.name, columns)
    // A page that is read alone must say whether its lines are credits.
    const repeatedHead = sectionHeadBoxes(
      section.name && fillIn(sheet.words.continued, section.name),
      columns,
      { repeated: true },
    )
    return section.groups.flatMap(({ name, lines }, groupIndex) => {
      const group = groupBox(name, columns)
      const continued = groupBox(fillIn(sheet.words.continued, name), columns, {
        repeated: true,
      })
      const heightMax = roomHeight - heightOf([...sectionHead, continued])
      const boxes = lines.flatMap((line) => rows.boxesOf(line, { number: ++lineNumber, heightMax }))
      return boxes.map((row, rowIndex) => {
        if (rowIndex > 0) return { boxes: [row], repeated: [...repeatedHead, continued] }
        if (groupIndex > 0) return { boxes: [group, row], repeated: repeatedHead }
        return { boxes: [...sectionHead, group, row], repeated: [] }
      })
    })
  })
}

const sectionHeadBoxes = (
  name: string | undefined,
  columns: readonly TableColumn[],
  repetition?: Repetition,
): Box[] => [
  ...(name === undefined ? [] : [sectionBox(name, columns, repetition)]),
  columnTitlesBox(columns, repetition),
]

const heightOf = (boxes: readonly Box[]): number =>
  boxes.reduce((height, box) => height + box.height, 0)

/** Boxes that no page can hold begin below what is on this one, and the last of them is split; others are together on a page. */
function placeTogether(boxes: readonly Box[], pages: Pages): void {
  if (pages.fits(boxes)) return boxes.forEach(pages.place)
  const [above, last] = [boxes.slice(0, -1), boxes.at(-1)]
  const split =
    last === undefined || pages.nextFits(boxes)
      ? undefined
      : splitBox(last, pages.room() - heightOf(above))
  if (split !== undefined) [...above, split.piece].forEach(pages.place)
  pages.next()
  placeTogether(split === undefined ? boxes : [split.rest], pages)
}

type Pages = ReturnType<typeof startPages>

/** Fills page after page from the top; each but the first starts with the running head. */
function startPages(page: Page, runningHead: Box) {
  const pages: PlacedBox[][] = [[]]
  let y: number = page.top
  const place = (box: Box): void => {
    pages.at(-1)?.push({ y, box })
    y += box.height
  }
  return {
    place,
    next(head: readonly Box[] = []): void {
      pages.push([])
      y = page.top
      ;[runningHead, ...head].forEach(place)
    },
    room: (): number => page.bottom - y,
    nextFits: (boxes: readonly Box[]): boolean =>
      page.top + runningHead.height + heightOf(boxes) <= page.bottom,
    fits: (boxes: readonly Box[]): boolean => y + heightOf(boxes) <= page.bottom,
    finish: (footer: (number: number, count: number) => Box): PageLayout[] =>
      pages.map((boxes, index) => [
        ...boxes,
        { y: page.bottom + FOOTER_GAP, box: footer(index + 1, pages.length) },
      ]),
  }
}
