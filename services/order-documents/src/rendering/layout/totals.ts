import { Decimal } from 'decimal.js'
import { type Box, type Part, setText } from './box.ts'
import { moneyText } from '../words/decimal-text.ts'
import type { OrderDocumentLine } from '../document-model.ts'
import { color, style, type TextStyle } from './page-style.ts'
import type { Sheet } from './sheet.ts'
import { isCredit } from './sections.ts'
import { countText } from '../words/wording.ts'

const WIDTH = 200
const PADDING = 4
const TOP = 12

/** The end of the table: the number of lines, and for the office their cost. */
export function totalsBox(sheet: Sheet): Box {
  const { model, page } = sheet
  const width = page.contentWidth - WIDTH
  const count = countText(model, model.lines.length)
  const counted: Part = {
    tag: 'P',
    lines: setText(count, style.detail, { x: PADDING, y: TOP, width: width - PADDING }),
  }
  if (model.mode !== 'office') {
    return { role: 'totals', height: TOP + style.detail.lineHeight, fills: [], parts: [counted] }
  }

  const summands = summandsOf(sheet)
  const rule = TOP + summands.length * style.cell.lineHeight + 5
  const parts = summands.flatMap(([label, value], index) =>
    amount(label, value, style.cell, { x: width, y: TOP + index * style.cell.lineHeight }),
  )
  const label =
    model.order.changes === null ? sheet.words.totals.total : sheet.words.totals.netTotal
  const total = amount(label, model.totals.totalCost, style.total, { x: width, y: rule + 6 })
  return {
    role: 'totals',
    height: rule + 6 + style.total.lineHeight,
    fills: [{ x: width, y: rule, width: WIDTH, height: 0.75, color: color.ink }],
    parts: [counted, ...parts, ...total],
  }
}

type Summand = readonly [label: string, value: string]

/** The parts of the total; for a change order its additions and its credits, before tax. */
function summandsOf({ model, words: { totals } }: Sheet): Summand[] {
  const { pretaxCost, tax } = model.totals
  const credits = model.lines.filter(isCredit)
  const additions = model.lines.filter((line) => !isCredit(line))
  const before: Summand[] =
    model.order.changes === null
      ? [[totals.subtotal, pretaxCost]]
      : [
          [totals.additions, sumOf(additions)],
          [totals.credits, sumOf(credits)],
        ]
  return [...before, [totals.tax, tax]]
}

const sumOf = (lines: readonly OrderDocumentLine[]): string =>
  lines.reduce((sum, { pretaxCost }) => sum.plus(pretaxCost), new Decimal(0)).toFixed(2)

function amount(
  label: string,
  value: string,
  textStyle: TextStyle,
  { x, y }: { x: number; y: number },
): Part[] {
  const column = { x: x + PADDING, y, width: WIDTH - 2 * PADDING }
  return [
    { tag: 'TH', lines: setText(label, textStyle, column) },
    { tag: 'TD', lines: setText(dollarText(value), textStyle, { ...column, align: 'right' }) },
  ]
}

/** `-1497.2` → `-$1,497.20`. */
function dollarText(amount: string): string {
  const text = moneyText(amount)
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}
