import { expect, test } from 'vitest'
import { Exact } from './exact.ts'
import { computeItem } from './list-item.ts'

test('the worked example: 21.94 squares at 0.32 a piece and 10 % waste are 76 pieces for 1497.20', () => {
  const item = computeItem(
    {
      measure: [{ measure: 'siding_area' }],
      coverage: new Exact('0.32'),
      wasteFactor: new Exact('0.1'),
      rounding: 'whole',
      unitCost: new Exact('19.70'),
      taxPercent: new Exact(0),
      markup: new Exact(0),
    },
    { area: { facades: { siding: 2194 } } },
  )

  const figures = Object.entries(item).map(([name, figure]) => [name, (figure as Exact).toNumber()])
  expect(Object.fromEntries(figures)).toEqual({
    measurement: 21.94,
    calculatedQuantity: 75.41875,
    quantity: 76,
    pretaxCost: 1497.2,
    tax: 0,
    totalCost: 1497.2,
    totalPrice: 1497.2,
  })
})
