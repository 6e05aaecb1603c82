import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '../exact.ts'
import { priceLine } from './line-price.ts'

const price = (quantity: string, unitCost: string, taxPercent: string, markup: string) => {
  const figures = priceLine({
    quantity: new Exact(quantity),
    unitCost: new Exact(unitCost),
    taxPercent: new Exact(taxPercent),
    markup: new Exact(markup),
  })
  return Object.values(figures).map((figure: Exact) => figure.toFixed(2))
}

describe('the price of a line', () => {
  test.for([
    ['76', '19.70', '0', '0', ['1497.20', '0.00', '1497.20', '1497.20']],
    ['76', '19.70', '7.25', '0.35', ['1497.20', '108.55', '1605.75', '2167.76']],
    ['3', '0.1', '0', '0', ['0.30', '0.00', '0.30', '0.30']],
    ['1', '0.005', '0', '0', ['0.01', '0.00', '0.01', '0.01']],
    ['1', '1.005', '0', '0', ['1.01', '0.00', '1.01', '1.01']],
    ['1', '10', '0.05', '0', ['10.00', '0.01', '10.01', '10.01']],
    ['23.529', '95', '0', '0.5', ['2235.26', '0.00', '2235.26', '3352.89']],
    ['0', '19.70', '7.25', '0.35', ['0.00', '0.00', '0.00', '0.00']],
  ] as const)('%s at %s, %s %% tax, %s markup', ([quantity, unitCost, tax, markup, expected]) => {
    expect(price(quantity, unitCost, tax, markup)).toEqual(expected)
  })

  test('every figure is in whole cents and none is below the previous one', () => {
    const digits = (max: number, scale: number) =>
      fc.integer({ min: 0, max }).map((n) => new Exact(n).div(scale))
    fc.assert(
      fc.property(
        digits(100_000_000, 100_000),
        digits(10_000_000, 10_000),
        digits(100_000, 10_000),
        digits(10_000, 10_000),
        (quantity, unitCost, taxPercent, markup) => {
          const { pretaxCost, tax, totalCost, totalPrice } = priceLine({
            quantity,
            unitCost,
            taxPercent,
            markup,
          })
          for (const figure of [pretaxCost, tax, totalCost, totalPrice]) {
            expect(figure.decimalPlaces()).toBeLessThanOrEqual(2)
          }
          expect(totalCost.equals(pretaxCost.plus(tax))).toBe(true)
          expect(totalPrice.greaterThanOrEqualTo(totalCost)).toBe(true)
        },
      ),
    )
  })
})
