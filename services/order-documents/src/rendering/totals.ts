import { type Box, type PlacedLine, setText } from './box.ts'
import { moneyText } from './decimal-text.ts'
import type { OrderDocumentModel } from './document-model.ts'
import { color, contentWidth, style } from './page-style.ts'
import { countOf, wordingOf } from './wording.ts'

const WIDTH = 200
const PADDING = 4
const TOP = 12

/** What ends the table: the number of lines, and for the office what they cost. */
export function totalsBox(model: OrderDocumentModel): Box {
  const count = countOf(wordingOf(model).line, model.lines.length)
  const counted = setText(`${count} in this order`, style.detail, {
    x: PADDING,
    y: TOP,
    width: contentWidth - WIDTH,
  })
  if (model.mode !== 'office') {
    return { role: 'totals', height: TOP + style.detail.lineHeight, fills: [], lines: counted }
  }

  const { pretaxCost, tax, totalCost } = model.totals
  const rule = TOP + 2 * style.cell.lineHeight + 5
  return {
    role: 'totals',
    height: rule + 6 + style.total.lineHeight,
    fills: [{ x: contentWidth - WIDTH, y: rule, width: WIDTH, height: 0.75, color: color.ink }],
    lines: [
      ...counted,
      ...amount('Subtotal', pretaxCost, style.cell, TOP),
      ...amount('Tax', tax, style.cell, TOP + style.cell.lineHeight),
      ...amount('Total', totalCost, style.total, rule + 6),
    ],
  }
}

function amount(
  label: string,
  value: string,
  textStyle: typeof style.cell | typeof style.total,
  y: number,
): PlacedLine[] {
  const column = { x: contentWidth - WIDTH + PADDING, y, width: WIDTH - 2 * PADDING }
  return [
    ...setText(label, textStyle, column),
    ...setText(`$${moneyText(value)}`, textStyle, { ...column, align: 'right' }),
  ]
}
