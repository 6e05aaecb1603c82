import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHANGE_LINES_MAX, creditLine, decideChange, ORDER_LINES_MAX } from './change-order.ts'
import type { ChangeDecision, ChangeRequest, StandingLine } from './change-order.ts'
import { priceLine } from './order-line.ts'
import type { OrderLine } from './order-line.ts'
import type { ListItem } from './production-list.ts'

const item: ListItem = {
  id: 12,
  name: 'Shingles',
  type: 'MATERIAL',
  quantity: '76',
  quantityUnits: 'BUNDLES',
  listItemGroupName: 'Roof',
  sku: 'SH-1',
  color: null,
  notes: '',
  tradeType: 'ROOF',
  unitCost: '19.70',
  pretaxCost: '1497.20',
  taxPercent: '7.25',
  totalCost: '1605.75',
  vendorId: 1,
}
const line: StandingLine = {
  id: '0199f0a0-0000-7000-8000-00000000000a',
  listItemId: 12,
  name: 'Shingles',
  quantity: '4',
  quantityUnits: 'BUNDLES',
  sku: null,
  color: null,
  notes: '',
  listItemGroupName: 'Roof',
  tradeType: 'ROOF',
  unitCost: '20',
  pretaxCost: '80.00',
  taxPercent: '10',
  totalCost: '88.00',
}
const labor: ListItem = { ...item, id: 13, type: 'LABOR' }
const order = { orderKind: 'MATERIAL', listItems: [item, labor], lines: [line] } as const

const decide = (request: Partial<ChangeRequest>) =>
  decideChange(order, { additions: [], credits: [], ...request })
const linesOf = (decision: ChangeDecision): readonly OrderLine[] => {
  if (decision.kind === 'refused') throw new Error(decision.message)
  return decision.lines
}

it('a credit is at most the remaining cost of a line', () => {
  // Four at half a cent cost two cents, which the first two credits have credited already.
  const left = { ...line, quantity: '2', unitCost: '0.005', pretaxCost: '0.00', totalCost: '0.00' }

  expect(creditLine(left, new Decimal(1))).toMatchObject({ pretaxCost: '0.00', totalCost: '0.00' })
})

describe('a change order', () => {
  it('adds lines at the figures of the list', () => {
    const [added] = linesOf(decide({ additions: [{ listItemId: '12', quantity: 2.5 }] }))

    expect(added).toMatchObject({
      listItemId: 12,
      quantity: '2.5',
      unitCost: '19.70',
      pretaxCost: '49.25',
      totalCost: '52.82',
    })
    expect(added).not.toHaveProperty('creditsId')
  })

  it('credits lines at the figures of the order, below zero', () => {
    const credits = [{ orderListItemId: line.id.toUpperCase(), quantity: 1.5 }]
    const [credit] = linesOf(decide({ credits }))

    expect(credit).toMatchObject({
      creditsId: line.id,
      listItemId: 12,
      quantity: '-1.5',
      unitCost: '20',
      pretaxCost: '-30.00',
      totalCost: '-33.00',
    })
    expect(credit).not.toHaveProperty('id')
  })

  it('adds lines until the order and its changes have 10,000, and credits any number of them', () => {
    const additions = [{ listItemId: '12', quantity: 1 }]
    const credits = [{ orderListItemId: line.id, quantity: 1 }]
    const ofLines = (count: number, request: Partial<ChangeRequest>) =>
      decideChange(
        { ...order, lines: Array.from({ length: count }, () => line) },
        { additions: [], credits: [], ...request },
      )

    expect(ofLines(ORDER_LINES_MAX - 1, { additions }).kind).toBe('accepted')
    expect(ofLines(ORDER_LINES_MAX, { additions })).toEqual({
      kind: 'refused',
      argument: 'additions',
      message:
        'additions: with its changes the order would have 10001 lines; it must have at most 10000. Order these items by an order of their own.',
    })
    expect(ofLines(ORDER_LINES_MAX + 1, { credits }).kind).toBe('accepted')
  })

  it('has its additions before its credits', () => {
    const quantities = linesOf(
      decide({
        credits: [{ orderListItemId: line.id, quantity: 4 }],
        additions: [{ listItemId: '12', quantity: 1 }],
      }),
    ).map(({ quantity }) => quantity)

    expect(quantities).toEqual(['1', '-4'])
  })

  it.each<[string, Partial<ChangeRequest>, string, RegExp]>([
    ['without lines', {}, 'additions, credits', /^Give additions, credits, or both\.$/],
    [
      'of too many lines',
      {
        credits: Array.from({ length: CHANGE_LINES_MAX + 1 }, () => ({
          orderListItemId: line.id,
          quantity: 1,
        })),
      },
      'additions, credits',
      /at most 1000 lines/,
    ],
    [
      'of an item of another list',
      { additions: [{ listItemId: '14', quantity: 1 }] },
      'additions[0].listItemId',
      /"14" is no item of the list/,
    ],
    [
      'of a malformed id',
      { additions: [{ listItemId: 'x'.repeat(100), quantity: 1 }] },
      'additions[0].listItemId',
      /"x{40}" is no item/,
    ],
    [
      'of another kind',
      { additions: [{ listItemId: '13', quantity: 1 }] },
      'additions[0].listItemId',
      /"13" is LABOR, but the order is all MATERIAL\./,
    ],
    [
      'of an item twice',
      {
        additions: [
          { listItemId: '12', quantity: 1 },
          { listItemId: '12', quantity: 2 },
        ],
      },
      'additions[1].listItemId',
      /named twice/,
    ],
    ...[0, -1, 1_000_001].map((quantity): [string, Partial<ChangeRequest>, string, RegExp] => [
      `of ${quantity}`,
      { additions: [{ listItemId: '12', quantity }] },
      'additions[0].quantity',
      /must be above 0 and at most 1000000/,
    ]),
    [
      'of too many decimals',
      { additions: [{ listItemId: '12', quantity: 0.000001 }] },
      'additions[0].quantity',
      /at most 5 decimals/,
    ],
    [
      'against a line of another order',
      { credits: [{ orderListItemId: 'x', quantity: 1 }] },
      'credits[0].orderListItemId',
      /"x" is no line of the order/,
    ],
    [
      'against a line twice',
      {
        credits: [
          { orderListItemId: line.id, quantity: 1 },
          { orderListItemId: line.id.toUpperCase(), quantity: 1 },
        ],
      },
      'credits[1].orderListItemId',
      /named twice/,
    ],
    [
      'against a quantity of 0',
      { credits: [{ orderListItemId: line.id, quantity: 0 }] },
      'credits[0].quantity',
      /above 0/,
    ],
    [
      'against more than is ordered',
      { credits: [{ orderListItemId: line.id, quantity: 4.00001 }] },
      'credits[0].quantity',
      /must be at most 4: no more is ordered/,
    ],
  ])('%s is refused', (_what, request, argument, message) => {
    expect(decide(request)).toEqual({
      kind: 'refused',
      argument,
      message: expect.stringMatching(message),
    })
  })
})

describe('the credits of a line', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 12 })
  const unitCost = fc.integer({ min: 0, max: 1_000_000 }).map((n) => new Decimal(n).div(10_000))
  const taxPercent = fc.integer({ min: 0, max: 250_000 }).map((n) => new Decimal(n).div(10_000))

  it('never leave a negative rest, and add up to exactly the cost of the line', () => {
    fc.assert(
      fc.property(parts, unitCost, taxPercent, (quantities, cost, tax) => {
        const sum = quantities.reduce((total, n) => total.plus(n), new Decimal(0)).div(100_000)
        const priced = {
          quantity: sum.toFixed(),
          unitCost: cost.toFixed(),
          taxPercent: tax.toFixed(),
        }
        const whole: StandingLine = { ...line, ...priced, ...priceLine(priced) }
        const left = leftAfter(
          whole,
          quantities.map((n) => new Decimal(n).div(100_000)),
        )
        for (const rest of left) {
          const tax = new Decimal(rest.totalCost).minus(rest.pretaxCost)
          for (const amount of [tax, new Decimal(rest.pretaxCost), new Decimal(rest.quantity)])
            expect(amount.greaterThanOrEqualTo(0)).toBe(true)
        }
        expect(left.at(-1)).toMatchObject({ quantity: '0', pretaxCost: '0', totalCost: '0' })
      }),
    )
  })
})

/** The rest of the line after each of the credits. */
function leftAfter(line: StandingLine, [quantity, ...others]: readonly Decimal[]): StandingLine[] {
  if (quantity === undefined) return []
  const credit = creditLine(line, quantity)
  const sum = (a: string, b: string) => new Decimal(a).plus(b).toFixed()
  const left = {
    ...line,
    quantity: sum(line.quantity, credit.quantity),
    pretaxCost: sum(line.pretaxCost, credit.pretaxCost),
    totalCost: sum(line.totalCost, credit.totalCost),
  }
  return [left, ...leftAfter(left, others)]
}
