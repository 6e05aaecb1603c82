import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceLine, toOrderLine } from './order-line.ts'
import { listItem } from '../../testing/list-item.ts'

describe('a line', () => {
  it('of the quantity that the list needs has the figures of the list', () => {
    const item = listItem({ quantity: '76', pretaxCost: '1497.21', totalCost: '1600.00' })

    expect(toOrderLine(item)).toMatchObject({ pretaxCost: '1497.21', totalCost: '1600.00' })
    expect(toOrderLine(item, '76.000')).toMatchObject({ quantity: '76', pretaxCost: '1497.21' })
  })

  it('of another quantity is priced half-up to cents, tax on the rounded cost', () => {
    // 10.5 × 0.33 = 3.465 → 3.47; 7.25 % of 3.47 = 0.251575 → 0.25
    const item = listItem({ unitCost: '0.33', taxPercent: '7.25' })

    expect(toOrderLine(item, '10.5')).toMatchObject({
      quantity: '10.5',
      pretaxCost: '3.47',
      totalCost: '3.72',
    })
  })
})

const decimal = (max: number, places: number) =>
  fc.integer({ min: 0, max }).map((units) => new Decimal(units).div(10 ** places).toFixed())

it('a credit is exactly the charge', () => {
  const priced = fc.record({
    quantity: decimal(10_000_000, 5),
    unitCost: decimal(10_000_000, 4),
    taxPercent: decimal(300_000, 4),
  })
  fc.assert(
    fc.property(priced, (line) => {
      const charged = priceLine(line)
      const credited = priceLine({ ...line, quantity: new Decimal(line.quantity).neg().toFixed() })

      expect(sum(charged.pretaxCost, credited.pretaxCost)).toBe('0.00')
      expect(sum(charged.totalCost, credited.totalCost)).toBe('0.00')
    }),
  )
})

function sum(one: string, other: string): string {
  return new Decimal(one).plus(other).abs().toFixed(2)
}
