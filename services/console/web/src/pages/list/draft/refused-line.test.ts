import { TakeoffError } from '@takeoff/client'
import { expect, test } from 'vitest'
import { refusedLine } from './refused-line.ts'
import { lineOf, listOf } from './testing.ts'

const list = listOf(1, [lineOf(7), { ...lineOf(8), name: 'Ridge cap' }])
const request = {
  id: 1,
  version: 1,
  listItems: [
    { id: 7, quantity: 1 },
    { id: 8, quantity: 0.333_333_3 },
  ],
  addListItems: [{ name: 'Skylight', quantityUnits: 'EACH', unitCost: 41_500_000 }],
}
const refusal = (argument?: string): TakeoffError =>
  new TakeoffError({
    code: 'BAD_USER_INPUT',
    message: 'refused',
    errors: [{ message: 'refused', extensions: { code: 'BAD_USER_INPUT', argument } }],
  })

test.each([
  ['listItems[1].quantity', { name: 'Ridge cap', field: 'quantity' }],
  ['addListItems[0].unitCost', { name: 'Skylight', field: 'unitCost' }],
  ['listItems[9].quantity', undefined],
  ['totalDiscount', undefined],
  [undefined, undefined],
])('the refusal of %j is about %j', (argument, line) => {
  expect(refusedLine(refusal(argument), request, list)).toEqual(line)
})

test('another error is about no line', () => {
  expect(refusedLine(new Error('lost'), request, list)).toBeUndefined()
})
