import { newUuid } from '@takeoff/kit/values/ids'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cancelOrders } from '../src/db/orders/order-state.ts'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createDocument, sendCreate } from './create-document.ts'
import { followUps, orderOf, refusalOf } from './follow-up.ts'
import { coverageOf } from './order-coverage.ts'
import { stubItem } from './production-lists-stub.ts'
import type { StubList } from './production-lists-stub.ts'
import { startTestStack, UNKNOWN_UUID } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'
import { textOfPdf } from './text-of-pdf.ts'

const ABC = 1
const DAY_MS = 86_400_000

let stack: TestStack
let calls: ReturnType<typeof followUps>

beforeAll(async () => {
  stack = await startTestStack()
  await loadDevelopmentData(stack.database)
  calls = followUps(stack)
})

afterAll(() => stack[Symbol.asyncDispose]())

describe('cancelling', () => {
  it('an order records the user, the time and the reason, and frees its items', async () => {
    const list = stack.lists.addList([stubItem(), stubItem()])
    const before = await coverageOf(stack, list)
    const { id } = await place(list)
    const order = orderOf(await calls.cancel({ id, reason: ' Rain all week ' }))

    expect(order).toMatchObject({
      id,
      state: 'cancelled',
      cancelledBy: 7,
      cancelReason: ' Rain all week ',
    })
    expect(order.updatedAt).toBe(order.cancelledAt)
    expect(await coverageOf(stack, list)).toEqual(before)
  })

  it('cancelled items can be ordered again without a warning', async () => {
    const list = stack.lists.addList()
    orderOf(await calls.cancel({ id: (await place(list)).id }))
    const again = await sendCreate(stack, {
      attributes: { productionListId: list.id, vendorId: ABC },
    })

    expect(again.extensions?.warnings).toBeUndefined()
  })

  it('an order cancels its change orders too', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list)
    const first = orderOf(
      await calls.change({ id, additions: [{ listItemId: item.id, quantity: 4 }] }),
    )
    orderOf(await calls.cancel({ id: first.id, reason: 'not needed' }))
    await calls.change({ id, additions: [{ listItemId: item.id, quantity: 5 }] })
    const order = orderOf(await calls.cancel({ id, reason: 'all of it' }))

    expect(order.changeOrders).toMatchObject([
      { state: 'cancelled', cancelReason: 'not needed' },
      { state: 'cancelled', cancelReason: 'all of it' },
    ])
    expect(await orderedOf(list)).toEqual([0])
  })

  it('a change order alone leaves its order as it is', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id, orderListItems } = await place(list)
    const credits = [{ orderListItemId: orderListItems[0]?.id, quantity: 6 }]
    const change = orderOf(await calls.change({ id, credits }))
    expect(await orderedOf(list)).toEqual([70])
    orderOf(await calls.cancel({ id: change.id }))

    expect(await orderedOf(list)).toEqual([76])
    expect(await stateRow(id)).toMatchObject({ state: 'placed' })
  })

  it('a change order that another one credits is refused', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list)
    const added = orderOf(
      await calls.change({ id, additions: [{ listItemId: item.id, quantity: 4 }] }),
    )
    const credits = [{ orderListItemId: added.orderListItems[0]?.id, quantity: 1 }]
    const credited = orderOf(await calls.change({ id, credits }))

    expect(refusalOf(await calls.cancel({ id: added.id }))).toEqual({
      message: `Change order ${credited.id} takes back some of what order ${added.id} added. Cancel that one first.`,
      code: 'CONFLICT',
      state: 'placed',
      creditedById: credited.id,
    })
    orderOf(await calls.cancel({ id: credited.id }))
    expect(orderOf(await calls.cancel({ id: added.id })).state).toBe('cancelled')
    expect(await orderedOf(list)).toEqual([76])
  })

  it('twice is a conflict', async () => {
    const { id } = await place(stack.lists.addList())
    orderOf(await calls.cancel({ id }))

    expect(refusalOf(await calls.cancel({ id }))).toEqual({
      message: `Order ${id} is cancelled already.`,
      code: 'CONFLICT',
      state: 'cancelled',
    })
  })

  it('by ten concurrent callers happens once', async () => {
    const { id } = await place(stack.lists.addList())
    const responses = await Promise.all(Array.from({ length: 10 }, () => calls.cancel({ id })))

    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(1)
  })

  it('under an Idempotency-Key returns the same result again', async () => {
    const { id } = await place(stack.lists.addList())
    const options = { idempotencyKey: `cancel ${id}` }
    const first = await calls.cancel({ id }, options)

    expect((await calls.cancel({ id }, options)).data).toEqual(first.data)
    expect(refusalOf(await calls.cancel({ id, reason: 'other' }, options)).code).toBe(
      'IDEMPOTENCY_CONFLICT',
    )
  })

  it.each(['draft', 'submitted', 'acknowledged', 'delivered'])(
    'an order whose distribution order is %s is refused',
    async (state) => {
      const { id } = await place(stack.lists.addList())
      const distributionOrderId = await addDistributionOrder(id, state)

      expect(refusalOf(await calls.cancel({ id }))).toEqual({
        message: `Order ${id} is in its vendor's system. Cancel its distribution order ${distributionOrderId} instead.`,
        code: 'CONFLICT',
        state: 'placed',
        distributionOrderId,
      })
      expect(await stateRow(id)).toMatchObject({ state: 'placed' })
    },
  )
})

describe('reordering', () => {
  it('creates the same order again, which replaces the old one', async () => {
    const list = stack.lists.addList([stubItem(), stubItem({ quantity: 4.5 })])
    const old = await place(list, { purchaseOrderNumber: 'PO-1', externalIdentifier: 'erp:1' })
    const response = await calls.reorder({ id: old.id })
    const order = orderOf(response)

    expect(response.extensions?.warnings).toBeUndefined()
    expect(order).toMatchObject({
      state: 'placed',
      purchaseOrderNumber: 'PO-1',
      externalIdentifier: 'erp:1',
      replaces: { id: old.id },
      orderListItems: old.orderListItems.map(({ name, quantity }) => ({ name, quantity })),
    })
    expect(await stateRow(old.id)).toMatchObject({ state: 'replaced' })
    expect(await orderedOf(list)).toEqual([76, 4.5])
  })

  it('names the replaced order on its document', async () => {
    const old = await place(stack.lists.addList(), { purchaseOrderNumber: 'PO-OLD-17' })
    const response = await calls.reorder({ id: old.id, purchaseOrderNumber: 'PO-NEW-18' })
    const { orderDocument } = response.data.projectManagementOrderReorder

    expect(orderDocument.state).toBe('complete')
    expect(await textOfPdf(stack, orderDocument.pdf.url)).toContain('PO-OLD-17')
  })

  it('uses other terms where they are given, and none for null', async () => {
    const old = await place(stack.lists.addList(), { purchaseOrderNumber: 'PO-1' })
    const order = orderOf(
      await calls.reorder({
        id: old.id,
        purchaseOrderNumber: null,
        externalIdentifier: 'erp:2',
        delivery: { date: '2026-03-14' },
      }),
    )
    expect(order).toMatchObject({
      purchaseOrderNumber: null,
      externalIdentifier: 'erp:2',
      delivery: { date: '2026-03-14' },
    })
    const next = orderOf(await calls.reorder({ id: order.id }))
    expect(next).toMatchObject({ externalIdentifier: 'erp:2', delivery: { date: '2026-03-14' } })
    expect(orderOf(await calls.reorder({ id: next.id, delivery: null })).delivery).toBeNull()
  })

  it('keeps the prices of the order, whatever the current prices of the list', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const old = await place(list)
    stack.lists.add({ ...list, listItems: [{ ...item, unitCost: 99, pretaxCost: 7524 }] })

    const [line] = orderOf(await calls.reorder({ id: old.id })).orderListItems
    expect(line).toMatchObject({ unitCost: 19.7, pretaxCost: 1497.2, totalCost: 1605.75 })
  })

  it('has the lines of the order with its changes, without fully credited ones', async () => {
    const [shingles, nails] = [stubItem(), stubItem({ quantity: 4 })]
    const list = stack.lists.addList([shingles, nails])
    const old = await place(list)
    const [shinglesLine, nailsLine] = old.orderListItems
    await calls.change({
      id: old.id,
      additions: [{ listItemId: nails.id, quantity: 2 }],
      credits: [
        { orderListItemId: shinglesLine?.id, quantity: 6 },
        { orderListItemId: nailsLine?.id, quantity: 4 },
      ],
    })
    const order = orderOf(await calls.reorder({ id: old.id }))

    expect(order.orderListItems).toMatchObject([
      { quantity: 70, listItem: { id: shingles.id }, pretaxCost: 1379, credits: null },
      { quantity: 2, listItem: { id: nails.id } },
    ])
    expect(await orderedOf(list)).toEqual([70, 2])
    expect(await statesOf(list)).toEqual(['replaced', 'replaced', 'placed'])
  })

  it('has the lines of quantity 0, too', async () => {
    const spare = stubItem({ quantity: 0, pretaxCost: 0, totalCost: 0 })
    const old = await place(stack.lists.addList([stubItem(), spare]))
    const order = orderOf(await calls.reorder({ id: old.id }))
    expect(order.orderListItems).toMatchObject([
      { quantity: 76 },
      { quantity: 0, listItem: { id: spare.id } },
    ])
  })

  it('of a cancelled order includes the change orders cancelled with it', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list)
    const added = (quantity: number) =>
      calls.change({ id, additions: [{ listItemId: item.id, quantity }] })
    const dropped = orderOf(await added(1))
    orderOf(await calls.cancel({ id: dropped.id }))
    orderOf(await added(2))
    orderOf(await calls.cancel({ id }))
    const response = await calls.reorder({ id })

    expect(orderOf(response).orderListItems).toMatchObject([{ quantity: 76 }, { quantity: 2 }])
    expect(await statesOf(list)).toEqual(['replaced', 'cancelled', 'replaced', 'placed'])
    expect(response.extensions?.warnings).toEqual([
      `Over-ordered: with this, 78 BUNDLES of "${item.name}" are ordered; the list needs 76.`,
    ])
  })

  it('warns of quantities that others have ordered meanwhile', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list)
    orderOf(await calls.cancel({ id }))
    await place(list)

    expect((await calls.reorder({ id })).extensions?.warnings).toEqual([
      `Over-ordered: with this, 152 BUNDLES of "${item.name}" are ordered; the list needs 76.`,
    ])
  })

  it('without remaining lines is refused', async () => {
    const spare = stubItem({ quantity: 0, pretaxCost: 0, totalCost: 0 })
    const old = await place(stack.lists.addList([stubItem(), spare]))
    const credits = [{ orderListItemId: old.orderListItems[0]?.id, quantity: 76 }]
    orderOf(await calls.change({ id: old.id, credits }))

    expect(refusalOf(await calls.reorder({ id: old.id }))).toEqual({
      message: `Nothing is left of order ${old.id} to order again.`,
      code: 'BAD_USER_INPUT',
      argument: 'id',
    })
  })

  it('twice is a conflict that names the current order, as is cancelling or changing it', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    const { id: replacedById } = orderOf(await calls.reorder({ id }))
    const additions = [{ listItemId: item.id, quantity: 1 }]

    for (const call of [
      calls.reorder({ id }),
      calls.cancel({ id }),
      calls.change({ id, additions }),
    ])
      expect(refusalOf(await call)).toEqual({
        message: `Order ${id} was replaced already. Give the id of the order that took its place, ${replacedById}.`,
        code: 'CONFLICT',
        state: 'replaced',
        replacedById,
      })
  })

  it('replaces the change orders, too, which have no successor of their own', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    const additions = [{ listItemId: item.id, quantity: 1 }]
    const change = orderOf(await calls.change({ id, additions }))
    orderOf(await calls.reorder({ id }))

    expect(refusalOf(await calls.cancel({ id: change.id }))).toEqual({
      message: `Order ${change.id} is replaced already.`,
      code: 'CONFLICT',
      state: 'replaced',
    })
  })

  it('by ten concurrent callers creates one order', async () => {
    const list = stack.lists.addList()
    const { id } = await place(list)
    const responses = await Promise.all(Array.from({ length: 10 }, () => calls.reorder({ id })))

    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(1)
    expect(await statesOf(list)).toEqual(['replaced', 'placed'])
  })

  it('under an Idempotency-Key returns the same document', async () => {
    const { id } = await place(stack.lists.addList())
    const options = { idempotencyKey: `reorder ${id}` }
    const [first, second] = await Promise.all([
      calls.reorder({ id }, options),
      calls.reorder({ id }, options),
    ])

    expect(orderOf(second).id).toBe(orderOf(first).id)
  })

  it('of an order that is in its vendor’s system is refused', async () => {
    const { id } = await place(stack.lists.addList())
    const distributionOrderId = await addDistributionOrder(id, 'submitted')

    expect(refusalOf(await calls.reorder({ id }))).toEqual({
      message: `Order ${id} is in its vendor's system. Cancel its distribution order ${distributionOrderId} first.`,
      code: 'CONFLICT',
      state: 'placed',
      distributionOrderId,
    })
  })

  it.each(['failed', 'cancelled'])(
    'of an order whose distribution order is %s is accepted',
    async (state) => {
      const { id } = await place(stack.lists.addList())
      await addDistributionOrder(id, state)

      expect(orderOf(await calls.reorder({ id })).replaces).toEqual({ id })
    },
  )

  it('of an order whose distribution order is being cancelled waits, and repeats the cancelled order', async () => {
    const list = stack.lists.addList()
    const { id } = await place(list)
    await addDistributionOrder(id, 'submitted')
    const reordering = await stack.database.transaction(async (sql) => {
      await sql.query(`update distribution_order set state = 'cancelled' where order_id = $1`, [id])
      await cancelOrders(sql, id, { userId: null, reason: null, at: new Date() })
      const sent = calls.reorder({ id })
      await vi.waitUntil(isRowAwaited, { timeout: 5_000 })
      return { sent }
    })
    const response = await reordering.sent

    expect(orderOf(response).replaces).toEqual({ id })
    expect(response.extensions?.warnings).toBeUndefined()
    expect(await statesOf(list)).toEqual(['replaced', 'placed'])
  })
})

describe('a change order', () => {
  it('adds at the current figures of the list and credits at those of the order', async () => {
    const [shingles, nails] = [stubItem(), stubItem({ unitCost: 10, taxPercent: 0 })]
    const list = stack.lists.addList([shingles, nails])
    const old = await place(list, { purchaseOrderNumber: 'PO-1' }, [shingles])
    stack.lists.add({ ...list, listItems: [{ ...shingles, unitCost: 25 }, nails] })
    const order = orderOf(
      await calls.change({
        id: old.id,
        additions: [
          { listItemId: shingles.id, quantity: 1 },
          { listItemId: nails.id, quantity: 2.5 },
        ],
        credits: [{ orderListItemId: old.orderListItems[0]?.id, quantity: 10 }],
      }),
    )

    expect(order).toMatchObject({
      state: 'placed',
      kind: 'MATERIAL',
      purchaseOrderNumber: 'PO-1',
      vendor: { id: ABC },
      changes: { id: old.id },
      replaces: null,
      orderListItems: [
        { quantity: 1, unitCost: 25, pretaxCost: 25, credits: null },
        { quantity: 2.5, unitCost: 10, pretaxCost: 25, totalCost: 25, credits: null },
        {
          quantity: -10,
          unitCost: 19.7,
          pretaxCost: -197,
          totalCost: -211.28,
          credits: { id: old.orderListItems[0]?.id },
        },
      ],
    })
    expect(await orderedOf(list)).toEqual([67, 2.5])
  })

  it('names the changed order on its document', async () => {
    const old = await place(stack.lists.addList(), { purchaseOrderNumber: 'PO-OLD-19' })
    const credits = [{ orderListItemId: old.orderListItems[0]?.id, quantity: 1 }]
    const response = await calls.change({
      id: old.id,
      credits,
      purchaseOrderNumber: 'PO-NEW-20',
    })
    const { orderDocument } = response.data.projectManagementOrderChange

    expect(orderDocument.state).toBe('complete')
    expect(await textOfPdf(stack, orderDocument.pdf.url)).toContain('PO-OLD-19')
  })

  it('counts as a change of its order in pages by updatedSince', async () => {
    const old = await place(stack.lists.addList())
    const before = await stateRow(old.id)
    const credits = [{ orderListItemId: old.orderListItems[0]?.id, quantity: 1 }]
    orderOf(await calls.change({ id: old.id, credits }))

    const after = await stateRow(old.id)
    expect(new Date(after.updated_at).getTime()).toBeGreaterThan(
      new Date(before.updated_at).getTime(),
    )
  })

  it('warns of quantities beyond the need', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    const response = await calls.change({ id, additions: [{ listItemId: item.id, quantity: 0.5 }] })

    expect(response.extensions?.warnings).toEqual([
      `Over-ordered: with this, 76.5 BUNDLES of "${item.name}" are ordered; the list needs 76.`,
    ])
  })

  it('warns of additions that the list ties to another vendor', async () => {
    const [item, ofAnother] = [stubItem(), stubItem({ vendor: { id: 3 } })]
    const { id } = await place(stack.lists.addList([item, ofAnother]), {}, [item])
    const additions = [{ listItemId: ofAnother.id, quantity: 1 }]
    const response = await calls.change({ id, additions })

    expect(response.extensions?.warnings).toEqual([
      `The list ties items to other vendors than the one of this order: ${ofAnother.id}.`,
    ])
  })

  it('can credit lines of an earlier change', async () => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list)
    const added = orderOf(
      await calls.change({ id, additions: [{ listItemId: item.id, quantity: 3 }] }),
    )
    const credits = [{ orderListItemId: added.orderListItems[0]?.id, quantity: 2 }]
    orderOf(await calls.change({ id, credits }))

    expect(await orderedOf(list)).toEqual([77])
  })

  it('never credits more than is ordered, however many concurrent calls', async () => {
    const list = stack.lists.addList([stubItem({ quantity: 7 })])
    const { id, orderListItems } = await place(list)
    const credits = [{ orderListItemId: orderListItems[0]?.id, quantity: 2 }]
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => calls.change({ id, credits })),
    )

    expect(responses.filter(({ errors }) => errors === undefined)).toHaveLength(3)
    for (const response of responses.filter(({ errors }) => errors !== undefined))
      expect(refusalOf(response)).toEqual({
        message: 'credits[0].quantity must be at most 1: no more is ordered.',
        code: 'BAD_USER_INPUT',
        argument: 'credits[0].quantity',
      })
    expect(await orderedOf(list)).toEqual([1])
  })

  it('can credit again the lines that a cancelled one had credited', async () => {
    const list = stack.lists.addList([stubItem({ quantity: 7 })])
    const { id, orderListItems } = await place(list)
    const credits = [{ orderListItemId: orderListItems[0]?.id, quantity: 7 }]
    const first = orderOf(await calls.change({ id, credits }))
    expect(refusalOf(await calls.change({ id, credits })).argument).toBe(
      'credits[0].orderListItemId',
    )
    orderOf(await calls.cancel({ id: first.id }))
    orderOf(await calls.change({ id, credits }))

    expect(await orderedOf(list)).toEqual([0])
  })

  it('under an Idempotency-Key is created once', async () => {
    const list = stack.lists.addList([stubItem({ quantity: 7 })])
    const { id, orderListItems } = await place(list)
    const change = { id, credits: [{ orderListItemId: orderListItems[0]?.id, quantity: 2 }] }
    const options = { idempotencyKey: `change ${id}` }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => calls.change(change, options)),
    )

    expect(new Set(responses.map((response) => orderOf(response).id)).size).toBe(1)
    expect(await orderedOf(list)).toEqual([5])
  })

  it('of a line of another order is refused', async () => {
    const { id } = await place(stack.lists.addList())
    const other = await place(stack.lists.addList())
    const credits = [{ orderListItemId: other.orderListItems[0]?.id, quantity: 1 }]

    expect(refusalOf(await calls.change({ id, credits }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'credits[0].orderListItemId',
    })
  })

  it('of an order that is cancelled is refused', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    orderOf(await calls.cancel({ id }))
    const additions = [{ listItemId: item.id, quantity: 1 }]

    expect(refusalOf(await calls.change({ id, additions }))).toEqual({
      message: `Order ${id} is cancelled; only a placed one can be changed.`,
      code: 'CONFLICT',
      state: 'cancelled',
    })
  })

  it('of an order that is in its vendor’s system is refused', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    const distributionOrderId = await addDistributionOrder(id, 'acknowledged')
    const additions = [{ listItemId: item.id, quantity: 1 }]

    expect(refusalOf(await calls.change({ id, additions }))).toEqual({
      message: `Order ${id} is in its vendor's system, which takes no changes. Cancel its distribution order ${distributionOrderId} and order again.`,
      code: 'CONFLICT',
      state: 'placed',
      distributionOrderId,
    })
  })

  it('cannot be changed or reordered itself', async () => {
    const item = stubItem()
    const { id } = await place(stack.lists.addList([item]))
    const additions = [{ listItemId: item.id, quantity: 1 }]
    const change = orderOf(await calls.change({ id, additions }))
    const refusal = {
      message: `Order ${change.id} is a change order. Give the id of the order that it changes, ${id}.`,
      code: 'BAD_USER_INPUT',
      argument: 'id',
    }

    expect(refusalOf(await calls.change({ id: change.id, additions }))).toEqual(refusal)
    expect(refusalOf(await calls.reorder({ id: change.id }))).toEqual(refusal)
  })
})

describe('the operations on an order', () => {
  const acts = ['cancel', 'reorder', 'change'] as const
  const additions = [{ listItemId: '1', quantity: 1 }]

  it.each(acts)('%s refuses an order that does not exist', async (act) => {
    for (const id of [UNKNOWN_UUID, 'x', ''])
      expect(refusalOf(await calls[act]({ id, additions }))).toEqual({
        message: `There is no order ${id} in your organizations. Give the id of an order.`,
        code: 'NOT_FOUND',
        argument: 'id',
      })
  })

  it.each(acts)(
    '%s refuses another organization’s order as one that does not exist',
    async (act) => {
      const { id } = await place(stack.lists.addList())
      const token = await stack.token([2])

      expect(refusalOf(await calls[act]({ id, additions }, { token }))).toEqual({
        message: `There is no order ${id} in your organizations. Give the id of an order.`,
        code: 'NOT_FOUND',
        argument: 'id',
      })
      expect(await stateRow(id)).toMatchObject({ state: 'placed' })
    },
  )

  it.each(acts)('%s needs the scope orders:write', async (act) => {
    const { id } = await place(stack.lists.addList())
    const token = await stack.token([1], 'lists:read lists:write orders:read')

    expect(refusalOf(await calls[act]({ id, additions }, { token })).code).toBe('FORBIDDEN')
  })

  it.each(['reorder', 'change'] as const)('%s refuses an archived vendor', async (act) => {
    const item = stubItem()
    const list = stack.lists.addList([item])
    const { id } = await place(list, {}, [item], 3)
    await stack.database.query('update vendor set archived_at = now() where id = 3')
    onTestFinished(async () => {
      await stack.database.query('update vendor set archived_at = null where id = 3')
    })
    const response = await calls[act]({ id, additions: [{ listItemId: item.id, quantity: 1 }] })

    expect(refusalOf(response)).toMatchObject({
      message: expect.stringContaining('is archived; restore it first'),
      code: 'BAD_USER_INPUT',
      argument: 'id',
    })
  })
})

async function place(
  { id, listItems }: StubList,
  terms: { readonly purchaseOrderNumber?: string; readonly externalIdentifier?: string } = {},
  items = listItems,
  vendorId = ABC,
) {
  const { order } = await createDocument(stack, {
    attributes: { productionListId: id, vendorId },
    listItemIds: items.map((item) => item.id),
    ...terms,
  })
  return order
}

async function stateRow(id: string) {
  const [row] = await stack.database.query<{
    readonly state: string
    readonly cancelled_by: number | null
    readonly updated_at: string
  }>('select state, cancelled_by, updated_at from "order" where id = $1', [id])
  if (row === undefined) throw new Error('there is no such order')
  return row
}

/** Oldest first. */
async function statesOf({ id }: StubList): Promise<string[]> {
  const rows = await stack.database.query<{ readonly state: string }>(
    'select state from "order" where production_list_id = $1 order by created_at, id',
    [id],
  )
  return rows.map(({ state }) => state)
}

async function orderedOf(list: StubList): Promise<number[]> {
  const coverage = await coverageOf(stack, list)
  return coverage.map(({ ordered }) => ordered)
}

async function isRowAwaited(): Promise<boolean> {
  const waiting = await stack.database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
  )
  return waiting.length > 0
}

async function addDistributionOrder(orderId: string, state: string): Promise<string> {
  const id = newUuid()
  await stack.database.query(
    `insert into distribution_order (id, org_id, order_id, vendor_id, provider_identifier, state,
       state_sequence, next_attempt_at, created_at, updated_at)
     values ($1, 1, $2, $3, 'abc-supply', $4, 1, $5, now(), now())`,
    [id, orderId, ABC, state, state === 'draft' ? new Date(Date.now() + DAY_MS) : null],
  )
  return id
}
