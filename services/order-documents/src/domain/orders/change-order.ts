import type { InputViolation } from '@takeoff/contracts/text-violation'
import { Decimal } from 'decimal.js'
import type { OrderKind } from './order.ts'
import { priceLine, toOrderLine } from './order-line.ts'
import type { OrderLine } from './order-line.ts'
import type { ListItem } from './production-list.ts'

/** As many items as one change of a production list accepts. */
export const CHANGE_LINES_MAX = 1000
/** Lines with a rest of an order and its changes: as many as a production list has items. Reordering copies all of them. */
export const ORDER_LINES_MAX = 10_000
const QUANTITY_MAX = 1_000_000
const QUANTITY_DECIMALS_MAX = 5

export interface ChangeRequest {
  readonly additions: readonly Addition[]
  readonly credits: readonly Credit[]
}

export interface Addition {
  readonly listItemId: string
  readonly quantity: number
}

export interface Credit {
  readonly orderListItemId: string
  readonly quantity: number
}

/** A line of an order or of a change to it; quantity and costs are those left after credits. */
export interface StandingLine extends OrderLine {
  readonly id: string
}

export interface ChangeableOrder {
  readonly orderKind: OrderKind
  /** Live items of its list. */
  readonly listItems: readonly ListItem[]
  readonly lines: readonly StandingLine[]
}

export type ChangeDecision =
  | {
      readonly kind: 'accepted'
      /** Additions, then credits. */
      readonly lines: readonly OrderLine[]
    }
  | ({ readonly kind: 'refused' } & InputViolation)

/** The lines of a change order; or the first violation of the request. */
export function decideChange(order: ChangeableOrder, request: ChangeRequest): ChangeDecision {
  const { additions, credits } = request
  const violation =
    sizeViolation(request) ??
    orderSizeViolation(order, additions) ??
    additionsViolation(order, additions) ??
    creditsViolation(order, credits)
  if (violation !== undefined) return { kind: 'refused', ...violation }

  const items = new Map(order.listItems.map((item) => [String(item.id), item]))
  const lines = new Map(order.lines.map((line) => [line.id, line]))
  return {
    kind: 'accepted',
    lines: [
      ...additions.flatMap(({ listItemId, quantity }) => {
        const item = items.get(listItemId)
        return item === undefined ? [] : [toOrderLine(item, new Decimal(quantity).toFixed())]
      }),
      ...credits.flatMap(({ orderListItemId, quantity }) => {
        const line = lines.get(orderListItemId.toLowerCase())
        return line === undefined ? [] : [creditLine(line, new Decimal(quantity))]
      }),
    ],
  }
}

/**
 * The credit for some of a line, at the line's own unit cost and tax. The credits of a line add up to exactly
 * its cost: rounding never makes them more, and the one for the rest of the line credits the rest of the cost.
 */
export function creditLine(line: StandingLine, quantity: Decimal): OrderLine {
  const { id, ...ordered } = line
  const isRest = quantity.equals(line.quantity)
  const priced = isRest ? line : priceLine({ ...line, quantity: quantity.toFixed() })
  const pretaxCost = Decimal.min(priced.pretaxCost, line.pretaxCost)
  const tax = Decimal.min(taxOf(priced), taxOf(line))
  return {
    ...ordered,
    creditsId: id,
    quantity: quantity.negated().toFixed(),
    pretaxCost: pretaxCost.negated().toFixed(2),
    totalCost: pretaxCost.plus(tax).negated().toFixed(2),
  }
}

function taxOf({ pretaxCost, totalCost }: Pick<OrderLine, 'pretaxCost' | 'totalCost'>): Decimal {
  return new Decimal(totalCost).minus(pretaxCost)
}

function sizeViolation({ additions, credits }: ChangeRequest): InputViolation | undefined {
  const argument = 'additions, credits'
  const count = additions.length + credits.length
  if (count === 0) return { argument, message: 'Give additions, credits, or both.' }
  if (count <= CHANGE_LINES_MAX) return undefined
  return { argument, message: `${argument} must have at most ${CHANGE_LINES_MAX} lines together.` }
}

function orderSizeViolation(
  { lines }: ChangeableOrder,
  additions: readonly Addition[],
): InputViolation | undefined {
  const count = lines.length + additions.length
  if (additions.length === 0 || count <= ORDER_LINES_MAX) return undefined
  const message = `additions: with its changes the order would have ${count} lines; it must have at most ${ORDER_LINES_MAX}. Order these items by an order of their own.`
  return { argument: 'additions', message }
}

function additionsViolation(
  { orderKind, listItems }: ChangeableOrder,
  additions: readonly Addition[],
): InputViolation | undefined {
  const types = new Map(listItems.map(({ id, type }) => [String(id), type]))
  const seen = new Set<string>()
  for (const [index, { listItemId, quantity }] of additions.entries()) {
    const path = `additions[${index}]`
    const type = types.get(listItemId)
    const reason =
      type === undefined
        ? 'is no item of the list.'
        : type !== orderKind
          ? `is ${type}, but the order is all ${orderKind}.`
          : seen.has(listItemId)
            ? 'is named twice. Name each item once.'
            : undefined
    if (reason !== undefined) {
      const argument = `${path}.listItemId`
      return { argument, message: `${argument}: ${shown(listItemId)} ${reason}` }
    }
    seen.add(listItemId)
    const violation = quantityViolation(`${path}.quantity`, quantity)
    if (violation !== undefined) return violation
  }
  return undefined
}

function creditsViolation(
  { lines }: ChangeableOrder,
  credits: readonly Credit[],
): InputViolation | undefined {
  const standing = new Map(lines.map((line) => [line.id, line]))
  const seen = new Set<string>()
  for (const [index, credit] of credits.entries()) {
    const path = `credits[${index}]`
    const id = credit.orderListItemId.toLowerCase()
    const line = standing.get(id)
    const argument = `${path}.orderListItemId`
    if (line === undefined) {
      const message = `${argument}: ${shown(credit.orderListItemId)} is no line of the order or of its changes of which anything is still ordered.`
      return { argument, message }
    }
    if (seen.has(id))
      return { argument, message: `${argument}: ${id} is named twice. Name each line once.` }
    seen.add(id)
    const violation =
      quantityViolation(`${path}.quantity`, credit.quantity) ??
      tooMuchViolation(`${path}.quantity`, credit.quantity, line)
    if (violation !== undefined) return violation
  }
  return undefined
}

function quantityViolation(argument: string, quantity: number): InputViolation | undefined {
  if (!(quantity > 0 && quantity <= QUANTITY_MAX))
    return { argument, message: `${argument} must be above 0 and at most ${QUANTITY_MAX}.` }
  if (new Decimal(quantity).decimalPlaces() > QUANTITY_DECIMALS_MAX)
    return { argument, message: `${argument} must have at most ${QUANTITY_DECIMALS_MAX} decimals.` }
  return undefined
}

function tooMuchViolation(
  argument: string,
  quantity: number,
  line: StandingLine,
): InputViolation | undefined {
  if (new Decimal(quantity).lessThanOrEqualTo(line.quantity)) return undefined
  return { argument, message: `${argument} must be at most ${line.quantity}: no more is ordered.` }
}

/** The caller's value, shortened so that it can be sent back. */
function shown(id: string): string {
  return JSON.stringify(id.slice(0, 40))
}
