import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import { expect, it } from 'vitest'
import { readLineFields } from '../db/orders/order-line-columns.ts'
import { ORDER_LINE_FIELDS } from '../exports/order-record.ts'

const document = parse(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const lineFields = document.definitions
  .filter((definition) => definition.kind === Kind.OBJECT_TYPE_DEFINITION)
  .filter(({ name }) => name.value === 'OrderListItem')
  .flatMap(({ fields = [] }) => fields.map(({ name }) => name.value))

it('the schema has each value of an order line that clients read', () => {
  expect(lineFields).toEqual(expect.arrayContaining(readLineFields))
})

it('the schema has the same fields for OrderListItem as the export of orders', () => {
  expect(lineFields.toSorted()).toEqual([...ORDER_LINE_FIELDS].toSorted())
})
