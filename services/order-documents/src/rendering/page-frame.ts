import { type Box, type PlacedLine, placeLines, setLines } from './box.ts'
import type { OrderDocumentModel } from './document-model.ts'
import { color, contentWidth, style, type TextStyle } from './page-style.ts'
import { purchaseOrderText, wordingOf } from './wording.ts'

const SEPARATOR = '  ·  '
const RIGHT_WIDTH = 200
const FOOTER_RIGHT_WIDTH = 80

/** The head of every page but the first: who orders, and which order this is. */
export function runningHeadBox(model: OrderDocumentModel): Box {
  const { title } = wordingOf(model)
  const subject = [title, purchaseOrderText(model)].filter((part) => part !== undefined)
  return {
    role: 'running-head',
    height: style.running.lineHeight + 8,
    fills: [],
    lines: twoSides([model.organization.name, subject.join(SEPARATOR)], style.running, RIGHT_WIDTH),
  }
}

/** The foot of every page: which document this is, and which page of it. */
export function footerBox(model: OrderDocumentModel, number: number, count: number): Box {
  const reference = [`Document ${model.id}`, purchaseOrderText(model), model.organization.name]
    .filter((part) => part !== undefined)
    .join(SEPARATOR)
  const sides = [reference, `Page ${number} of ${count}`] as const
  return {
    role: 'footer',
    height: style.footer.lineHeight + 7,
    fills: [{ x: 0, y: 0, width: contentWidth, height: 0.5, color: color.hairline }],
    lines: twoSides(sides, style.footer, FOOTER_RIGHT_WIDTH, 7),
  }
}

/** One line on each side; what does not fit into it is left out. */
function twoSides(
  [left, right]: readonly [string, string],
  textStyle: TextStyle,
  rightWidth: number,
  y = 0,
): PlacedLine[] {
  const leftWidth = contentWidth - rightWidth - 12
  const x = contentWidth - rightWidth
  const first = (text: string, width: number) => setLines(text, textStyle, width).slice(0, 1)
  return [
    ...placeLines(first(left, leftWidth), { x: 0, y, width: leftWidth }),
    ...placeLines(first(right, rightWidth), { x, y, width: rightWidth, align: 'right' }),
  ]
}
