import type { ListExplanationsQuery, ListLineFragment } from '../../../generated/operations.ts'
import { cents, rounded } from '../../../ui/numbers.ts'
import type { LineChanges, LineField, Value } from './list-draft.ts'

type Items = NonNullable<ListExplanationsQuery['projectManagementProductionListById']>['listItems']

/** Where the figures of a line come from. */
export type Explanation = NonNullable<Items[number]['explanation']> & {
  readonly productId: number | null
}

/**
 * The figures of a line as they would be saved. Costs are null where the person may not see them, and so is a price that
 * only they would give.
 */
export interface LineFigures {
  readonly quantity: number
  readonly pretaxCost: number | null
  readonly totalCost: number | null
  readonly totalPrice: number | null
}

/** The figures of a line among the others of its list. */
export interface LineFiguresInList extends LineFigures {
  /** What its quantity would be without the one that was typed; undefined where none was typed. */
  readonly untypedQuantity?: number | undefined
}

/** The value of a line with the changes of the draft. */
export function valueInDraft(
  line: ListLineFragment,
  changes: LineChanges,
  field: LineField,
): Value {
  const change = changes[field]
  if (change) return change.to
  if (field === 'vendorId') return line.vendor?.id ?? null
  return line[field]
}

/** A line in the order of the draft. */
export interface DraftLine {
  readonly saved: ListLineFragment
  readonly changes: LineChanges
  readonly explanation: Explanation | undefined
  readonly isRemoved: boolean
}

/**
 * Computes the lines as the server does, to show them before they are saved: services/production-lists/src/domain/lists.
 * A change of one line changes others that share packages with it. The server's figures replace these when the draft is saved.
 */
export function figureLines(lines: readonly DraftLine[]): readonly LineFiguresInList[] {
  const leftovers = new Map<string, number>()
  return lines.map((line) => {
    const { quantity: typed, ...changes } = line.changes
    const untyped = typed && figureInPool({ ...line, changes }, new Map(leftovers))
    return { ...figureInPool(line, leftovers), untypedQuantity: untyped?.quantity }
  })
}

/** @param leftovers of the lines before, by pool; that of the line is added */
function figureInPool(line: DraftLine, leftovers: Map<string, number>): LineFigures {
  const { saved, changes, explanation } = line
  const pool = poolOf(line)
  if (!explanation || pool === undefined) return figureLine(saved, changes, explanation)
  const carriedIn = leftovers.get(pool) ?? 0
  const isShifted = Math.max(0, published(carriedIn)) !== explanation.carriedIn
  const shifted = isShifted ? { ...changes, quantity: COMPUTED } : changes
  const figures = figureLine(saved, shifted, { ...explanation, carriedIn })
  const left = carriedIn + figures.quantity - needOf(saved, changes, explanation)
  leftovers.set(pool, explanation.rounding === 'exact' && published(left) === 0 ? 0 : left)
  return figures
}

/** Returns a quantity to the computed one. */
const COMPUTED = { from: null, to: null }

/** The key of lines that share packages; undefined for a line that shares none. */
function poolOf({ saved, changes, explanation, isRemoved }: DraftLine): string | undefined {
  if (isRemoved || !explanation?.isCombined || explanation.productId === null) return undefined
  if (isByHand(changes, explanation)) return undefined
  // The server trims a color when it is set.
  const color = changes.color ? String(changes.color.to ?? '').trim() || null : saved.color
  return JSON.stringify([explanation.productId, saved.quantityUnits, color])
}

/** Whether the quantity of the line is not computed. */
const isByHand = ({ quantity }: LineChanges, { manualFields }: Explanation): boolean =>
  quantity ? quantity.to !== null : manualFields.includes('quantity')

/** Computes one line, with what `explanation` says is left over for it. */
export function figureLine(
  line: ListLineFragment,
  changes: LineChanges,
  explanation: Explanation | undefined,
): LineFigures {
  if (!hasFigureChange(changes)) return line
  const quantity = quantityOf(line, changes, explanation)
  const unitCost = valueInDraft(line, changes, 'unitCost')
  if (typeof unitCost !== 'number')
    return {
      quantity,
      pretaxCost: null,
      totalCost: null,
      totalPrice: priceByQuantity(line, quantity),
    }
  const taxPercent = Number(valueInDraft(line, changes, 'taxPercent'))
  return priceLine({ quantity, unitCost, taxPercent, markup: line.markup ?? 0 })
}

/** Null for the first quantity of a line, whose saved price is 0. */
function priceByQuantity(saved: ListLineFragment, quantity: number): number | null {
  if (quantity === saved.quantity) return saved.totalPrice
  return saved.quantity === 0 ? null : cents((saved.totalPrice * quantity) / saved.quantity)
}

/** @param line tax in per cent, markup as a fraction */
export function priceLine(line: {
  readonly quantity: number
  readonly unitCost: number
  readonly taxPercent: number
  readonly markup: number
}): Record<keyof LineFigures, number> {
  const { quantity, unitCost, taxPercent, markup } = line
  const pretaxCost = cents(quantity * unitCost)
  const totalCost = cents(pretaxCost + cents((pretaxCost * taxPercent) / 100))
  return { quantity, pretaxCost, totalCost, totalPrice: cents(totalCost * (1 + markup)) }
}

const FIGURE_FIELDS = ['measurement', 'wasteFactor', 'quantity', 'unitCost', 'taxPercent'] as const

const hasFigureChange = (changes: LineChanges): boolean =>
  FIGURE_FIELDS.some((field) => changes[field] !== undefined)

/** The quantity that was typed, else the one computed from measurement and waste. */
function quantityOf(
  line: ListLineFragment,
  changes: LineChanges,
  explanation: Explanation | undefined,
): number {
  const typed = changes.quantity
  if (typeof typed?.to === 'number') return typed.to
  const isRecomputed = typed ?? changes.measurement ?? changes.wasteFactor
  if (!isRecomputed || !explanation || isByHand(changes, explanation)) return line.quantity
  const wanted = Math.max(0, published(needOf(line, changes, explanation) - explanation.carriedIn))
  const least = wanted > 0 ? Math.max(wanted, explanation.minimumQuantity ?? 0) : wanted
  return roundUp(least, explanation)
}

/** The computed quantity before it is rounded. */
function needOf(line: ListLineFragment, changes: LineChanges, explanation: Explanation): number {
  const measurement = changes.measurement
    ? (changes.measurement.to ?? explanation.computedMeasurement)
    : line.measurement
  const wasteFactor = Number(valueInDraft(line, changes, 'wasteFactor'))
  return (Number(measurement) * (1 + wasteFactor)) / explanation.coverage
}

function roundUp(quantity: number, { rounding, roundingStep }: Explanation): number {
  if (rounding === 'exact') return quantity
  const step = rounding === 'step' ? (roundingStep ?? 1) : 1
  return rounded(Math.ceil(rounded(quantity / step, 7)) * step, 5)
}

/** A quantity as the server publishes it: to 5 decimals half-even. */
function published(quantity: number): number {
  const scaled = Number((quantity * 1e5).toPrecision(15))
  return (scaled % 2 === 0.5 ? Math.floor(scaled) : Math.round(scaled)) / 1e5 + 0
}
