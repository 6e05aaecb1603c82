import { cents, sumOf } from '../../../ui/numbers.ts'
import type { LineFigures } from './line-figures.ts'

/** A line of the list as it would be saved. */
export interface TotalledLine {
  readonly type: string
  readonly figures: LineFigures
}

interface Totals
  extends Pick<LineFigures, 'totalPrice'>, Readonly<Record<keyof typeof HIDDEN, number | null>> {
  readonly totalDiscount: number
}

/** The totals of the lines; costs are null where the person may not see them, and the price where one of a line is unknown. */
export function totalLines(
  lines: readonly TotalledLine[],
  totalDiscount: number,
  seesCosts: boolean,
): Totals {
  const prices = sumOf(lines.map(({ figures }) => figures.totalPrice))
  const totalPrice = prices === null ? null : cents(prices - totalDiscount)
  if (!seesCosts || totalPrice === null) return { ...HIDDEN, totalPrice, totalDiscount }
  const costOf = (type: string): number =>
    sum(
      lines.filter((line) => line.type === type),
      ({ totalCost }) => totalCost ?? 0,
    )
  const materialPretaxCost = sum(
    lines.filter(({ type }) => type === 'MATERIAL'),
    ({ pretaxCost }) => pretaxCost ?? 0,
  )
  const materialTotalCost = costOf('MATERIAL')
  const laborTotalCost = costOf('LABOR')
  const totalCost = sum(lines, (figures) => figures.totalCost ?? 0)
  const profitAmount = cents(totalPrice - totalCost)
  return {
    materialSalesTax: cents(materialTotalCost - materialPretaxCost),
    materialTotalCost,
    laborTotalCost,
    otherTotalCost: cents(totalCost - materialTotalCost - laborTotalCost),
    totalCost,
    totalDiscount,
    totalPrice,
    profitAmount,
    profitMargin: totalPrice === 0 ? 0 : (profitAmount / totalPrice) * 100,
  }
}

const HIDDEN = {
  materialSalesTax: null,
  materialTotalCost: null,
  laborTotalCost: null,
  otherTotalCost: null,
  totalCost: null,
  profitAmount: null,
  profitMargin: null,
}

const sum = (lines: readonly TotalledLine[], figureOf: (figures: LineFigures) => number): number =>
  cents(lines.reduce((total, { figures }) => total + figureOf(figures), 0))
