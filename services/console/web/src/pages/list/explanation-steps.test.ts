import { expect, test } from 'vitest'
import { en } from '../../i18n/en.ts'
import { formatOf } from '../../i18n/format.ts'
import { explanationSteps } from './explanation-steps.ts'
import type { Explanation } from './draft/line-figures.ts'

const explanation: Explanation = {
  measure: 'roof_area',
  computedMeasurement: 21.39,
  measurement: 21.39,
  measurementUnits: 'squares',
  coverage: 0.328,
  wasteFactor: 0.1,
  calculatedQuantity: 71.73476,
  carriedIn: 0,
  minimumQuantity: null,
  rounding: 'whole',
  roundingStep: null,
  isCombined: false,
  productId: null,
  quantity: 72,
  leftover: 0,
  unitCost: null,
  unitCostSource: 'template',
  priceEffectiveFrom: null,
  manualFields: [],
}
const stepsOf = (changes: Partial<Explanation>) =>
  new Map(
    explanationSteps({ ...explanation, ...changes }, 'BUNDLES', {
      messages: en,
      format: formatOf('en'),
    }),
  )

test('a measurement by hand stands beside the computed one', () => {
  const steps = stepsOf({ measurement: 25, manualFields: ['measurement'] })
  expect([steps.get('Roof area'), steps.get('Measured by hand')]).toEqual(['21.39 sq', '25 sq'])
  expect(stepsOf({}).has('Measured by hand')).toBe(false)
})

test('a coverage has all its digits, with which the quantity can be calculated again', () => {
  const steps = stepsOf({ coverage: 0.001_481_481_481_481_48 })
  expect(steps.get('One unit covers')).toBe('÷ 0.00148148148148148 sq / bundle')
})

test('the least quantity is a step where less is needed, and not where nothing is', () => {
  const least = { calculatedQuantity: 1.5, minimumQuantity: 4 }
  expect(stepsOf({ ...least, quantity: 4 }).get('At least')).toBe('4 bundles')
  expect(stepsOf({ ...least, calculatedQuantity: 0, quantity: 0 }).has('At least')).toBe(false)
  expect(stepsOf({ ...least, calculatedQuantity: 4.2, quantity: 5 }).has('At least')).toBe(false)
})

test('the least quantity is no step where exactly as much is lacking, nor where the quantity is by hand', () => {
  const least = { calculatedQuantity: 2.3, carriedIn: 0.3, minimumQuantity: 2 }
  expect(stepsOf({ ...least, quantity: 2 }).has('At least')).toBe(false)
  const byHand = { quantity: 3, manualFields: ['quantity'] }
  expect(stepsOf({ ...least, minimumQuantity: 4, ...byHand }).has('At least')).toBe(false)
})

test('a price of the price book has its day', () => {
  const unitCost = { unitCost: 41.5, unitCostSource: 'price-book' }
  const steps = stepsOf({ ...unitCost, priceEffectiveFrom: '2025-01-01' })
  expect(steps.get('Unit cost of the price book')).toBe('$41.50 · Jan 1, 2025')
  const nail = stepsOf({ unitCost: 0.0849, unitCostSource: 'price-book' })
  expect(nail.get('Unit cost of the price book')).toBe('$0.0849')
})
