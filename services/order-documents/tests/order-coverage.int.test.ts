import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createDocument } from './create-document.ts'
import { coverageOf, requestCoverage } from './order-coverage.ts'
import { stubItem } from './production-lists-stub.ts'
import type { StubList, StubListItem } from './production-lists-stub.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack()
  await loadDevelopmentData(stack.database)
})

afterAll(() => stack[Symbol.asyncDispose]())

describe('the coverage of a list', () => {
  it('adds up the orders of the list and no others', async () => {
    const [shingles, nails] = [stubItem({ quantity: 0.1 }), stubItem({ quantity: 0.2 })]
    const list = stack.lists.addList([shingles, nails])
    for (const items of [[shingles], [shingles, nails], [shingles]]) await order(list, items)
    const other = stack.lists.addList([shingles, nails])
    await order(other, [nails])

    expect(await coverageOf(stack, list)).toEqual([
      covered(shingles, { ordered: 0.3, overOrdered: 0.2 }),
      covered(nails, { ordered: 0.2 }),
    ])
  })

  it('names a removed item without the item', async () => {
    const [shingles, nails] = [stubItem({ quantity: 76 }), stubItem({ quantity: 4.5 })]
    const list = stack.lists.addList([shingles, nails])
    await order(list, [shingles, nails])

    expect(await coverageOf(stack, { ...list, listItems: [nails] })).toEqual([
      covered(nails, { ordered: 4.5 }),
      {
        ...covered({ ...shingles, quantity: 0 }, { ordered: 76, overOrdered: 76 }),
        listItem: null,
      },
    ])
  })

  it.each(['cancelled', 'replaced'])('does not count an order that is %s', async (state) => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const before = await coverageOf(stack, list)
    await order(list, [item])
    expect(await coverageOf(stack, list)).toEqual([covered(item, { ordered: 76 })])

    await stack.database.query(
      `update "order" set state = $2, cancelled_at = now() where production_list_id = $1`,
      [list.id, state],
    )
    expect(await coverageOf(stack, list)).toEqual(before)
  })

  it('does not count lines that the vendor refused', async () => {
    const items = [stubItem(), stubItem()] as const
    const list = stack.lists.addList(items)
    await order(list, items)
    await stack.database.query(
      `update order_list_item set rejected_reason = 'not in stock' where list_item_id = $1`,
      [items[0].id],
    )

    expect(await coverageOf(stack, list)).toEqual([
      covered(items[0], { ordered: 0, left: 76 }),
      covered(items[1], { ordered: 76 }),
    ])
  })

  it('is refused for a list of another organization', async () => {
    const list = stack.lists.addList()
    const response = await requestCoverage(stack, list, await stack.token([2]))

    expect(response.data._entities).toEqual([{ orderCoverage: null }])
    expect(response.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('needs the scope orders:read in the organization of the list', async () => {
    const list = stack.lists.addList()
    const claim = { 1: ['lists:read'], 2: ['lists:read', 'orders:read'] }
    const response = await requestCoverage(stack, list, await stack.token(claim))

    expect(response.data._entities).toEqual([{ orderCoverage: null }])
    expect(response.errors?.[0]?.message).toBe(
      'This needs the scope orders:read in organization 1.',
    )
  })

  it('needs the scope orders:read', async () => {
    const list = stack.lists.addList()
    const response = await requestCoverage(stack, list, await stack.token([1], 'lists:read'))

    expect(response.data._entities).toEqual([{ orderCoverage: null }])
    expect(response.errors?.[0]).toMatchObject({
      path: ['_entities', 0, 'orderCoverage'],
      extensions: { code: 'FORBIDDEN' },
    })
  })
})

type Quantities = Readonly<Record<'ordered', number>> &
  Readonly<Partial<Record<'overOrdered' | 'left', number>>>

function covered({ id, quantity, quantityUnits }: StubListItem, quantities: Quantities) {
  const item = { listItemId: id, listItem: { id }, quantityUnits, quantity }
  return { ...item, overOrdered: 0, left: 0, ...quantities }
}

function order({ id }: StubList, items: readonly StubListItem[]) {
  return createDocument(stack, {
    attributes: { productionListId: id, vendorId: 1 },
    listItemIds: items.map((item) => item.id),
  })
}
