import { type Box, type Part, placeLines, setOneLine } from './box.ts'
import { color, style, type TextStyle } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { purchaseOrderText, titleOf } from '../words/wording.ts'
import { fillIn } from '../words/words.ts'

const SEPARATOR = '  ·  '
const RIGHT_WIDTH = 200
const FOOTER_RIGHT_WIDTH = 80

/** The head of every page but the first: the ordering organization, and the order's reference. */
export function runningHeadBox(sheet: Sheet): Box {
  const { model } = sheet
  const subject = [titleOf(model), purchaseOrderText(model.order.purchaseOrderNumber)]
    .filter((part) => part !== undefined)
    .join(SEPARATOR)
  return {
    role: 'running-head',
    height: style.running.lineHeight + 8,
    fills: [],
    parts: twoSides(sheet, [model.organization.name, subject], {
      textStyle: style.running,
      rightWidth: RIGHT_WIDTH,
      y: 0,
    }),
  }
}

/** The foot of every page: the document's reference, and the page number. */
export function footerBox(sheet: Sheet, number: number, count: number): Box {
  const { model, words, page } = sheet
  const reference = [
    fillIn(words.document, model.id),
    purchaseOrderText(model.order.purchaseOrderNumber),
    model.organization.name,
  ]
    .filter((part) => part !== undefined)
    .join(SEPARATOR)
  return {
    role: 'footer',
    height: style.footer.lineHeight + 7,
    fills: [{ x: 0, y: 0, width: page.contentWidth, height: 0.5, color: color.hairline }],
    parts: twoSides(sheet, [reference, fillIn(words.page, number, count)], {
      textStyle: style.footer,
      rightWidth: FOOTER_RIGHT_WIDTH,
      y: 7,
    }),
  }
}

/** One line on each side; overflow is cut off. */
function twoSides(
  { page }: Sheet,
  [left, right]: readonly [string, string],
  { textStyle, rightWidth, y }: { textStyle: TextStyle; rightWidth: number; y: number },
): Part[] {
  const leftWidth = page.contentWidth - rightWidth - 12
  const x = page.contentWidth - rightWidth
  const set = (text: string, width: number) => setOneLine(text, textStyle, width)
  return [
    { tag: 'Artifact', lines: placeLines(set(left, leftWidth), { x: 0, y, width: leftWidth }) },
    {
      tag: 'Artifact',
      lines: placeLines(set(right, rightWidth), { x, y, width: rightWidth, align: 'right' }),
    },
  ]
}
