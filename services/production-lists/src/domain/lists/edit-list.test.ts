import { describe, expect, test } from 'vitest'
import { itemState, listState } from '../../testing/list-state.ts'
import { editList } from './edit-list.ts'
import type { ListChangeRequest } from './list-request.ts'
import type { ItemState } from './list-state.ts'

const list = listState({
  items: [1, 2, 3, 4].map((id) => itemState({ id, templateLineId: id * 10, name: `Item ${id}` })),
})
const catalog = new Map([[7, { sku: 'GAF-0489' }]])

function edit(request: Omit<ListChangeRequest, 'id'>, items: readonly ItemState[] = list.items) {
  const edited = editList({ ...list, items }, { id: 1, ...request }, catalog)
  if (edited.kind === 'rejected') throw new Error(edited.message)
  return edited.list
}

function rejected(request: Omit<ListChangeRequest, 'id'>) {
  const edited = editList(list, { id: 1, ...request }, catalog)
  return edited.kind === 'rejected' ? edited.argument : undefined
}

const idsOf = ({ items }: { readonly items: readonly ItemState[] }) => items.map(({ id }) => id)
const newItem = { name: 'Skylight', quantityUnits: 'EACH', unitCost: 410, quantity: 2 }

describe('the change of an item', () => {
  const change = (values: object, item: Partial<ItemState> = {}) =>
    edit({ listItems: [{ id: 1, ...values }] }, [itemState({ ...item, id: 1 })]).items[0]

  test('of a quantity or measurement is manual, even when it equals the computed one', () => {
    expect(change({ quantity: 0 })).toMatchObject({ quantity: 0, manualFields: ['quantity'] })
    expect(change({ measurement: 0 })).toMatchObject({ manualFields: ['measurement'] })
  })

  test('to null is refused where an item was added by hand, which has no computed figures', () => {
    for (const manualFields of [['quantity'], ['measurement']] as const) {
      const items = [itemState({ id: 1, name: 'Skylight', origin: 'manual', manualFields })]
      const request = { id: 1, listItems: [{ id: 1, quantity: null, measurement: null }] }
      expect(editList({ ...list, items }, request, catalog)).toMatchObject({
        kind: 'rejected',
        argument: 'listItems[0]',
        message: expect.stringMatching(/^"Skylight" was added by hand/) as string,
      })
    }
  })

  test('of another field is made also where an item added by hand has no quantity', () => {
    const item = { origin: 'manual', manualFields: [] } as const
    expect(change({ notes: 'By noon' }, item)?.notes).toBe('By noon')
  })

  test('to null restores the computed quantity and measurement', () => {
    const item = { manualFields: ['color', 'measurement', 'quantity'] } as const
    expect(change({ quantity: null, measurement: null }, item)?.manualFields).toEqual(['color'])
  })

  test('to the same value leaves the field to a recompute', () => {
    expect(change({ unitCost: 0, color: null, notes: '' })?.manualFields).toEqual([])
  })

  test.for([
    ['Red ', 'Red'],
    ['  ', null],
    ['', null],
  ] as const)(
    'of the color to %j makes it %j, because items share packages by color',
    ([color, stored]) => {
      expect(change({ color }, { color: 'Gray' })).toMatchObject({ color: stored })
      expect(change({ color }, { color: stored })).toMatchObject({ manualFields: [] })
      expect(edit({ addListItems: [{ ...newItem, color }] }, []).items).toMatchObject([
        { color: stored },
      ])
    },
  )

  test('of the unit cost detaches it from the price book', () => {
    const item = { unitCost: 5, unitCostSource: 'price-book', priceId: 9 } as const
    expect(change({ unitCost: 6 }, item)).toMatchObject({ unitCostSource: 'manual', priceId: null })
    expect(change({ unitCost: 5 }, item)).toMatchObject({ unitCostSource: 'price-book' })
  })

  test('keeps fields that are left out, and null clears a field', () => {
    const item = { color: 'Charcoal', notes: 'By noon', vendorId: 1 }
    expect(change({ color: null }, item)).toMatchObject({ color: null, notes: 'By noon' })
    expect(change({ notes: null, vendorId: null }, item)).toMatchObject({
      color: 'Charcoal',
      notes: '',
      vendorId: null,
      manualFields: ['notes', 'vendorId'],
    })
  })
})

describe('the order', () => {
  test('of all items is the requested one', () => {
    expect(idsOf(edit({ listItemOrder: [4, 2, 1, 3] }))).toEqual([4, 2, 1, 3])
  })

  test('of some items uses the places of these items', () => {
    expect(idsOf(edit({ listItemOrder: [4, 1] }))).toEqual([4, 2, 3, 1])
    expect(idsOf(edit({ listItemOrder: [3, 2] }))).toEqual([1, 3, 2, 4])
    expect(idsOf(edit({ listItemOrder: [2] }))).toEqual([1, 2, 3, 4])
  })
})

describe('items to add', () => {
  test('are placed after the item they name, else at the end, in the requested order', () => {
    const added = edit({
      addListItems: [
        { ...newItem, name: 'a' },
        { ...newItem, name: 'b', afterListItemId: 2 },
        { ...newItem, name: 'c' },
        { ...newItem, name: 'd', afterListItemId: 2 },
      ],
    })
    expect(added.items.map(({ name }) => name)).toEqual([
      'Item 1',
      'Item 2',
      'b',
      'd',
      'Item 3',
      'Item 4',
      'a',
      'c',
    ])
  })

  test('have no id yet, no template, and the SKU of their product', () => {
    const [item] = edit({ addListItems: [{ ...newItem, productId: 7 }] }, []).items
    expect(item).toMatchObject({
      id: -1,
      origin: 'manual',
      templateLineId: null,
      measure: [],
      SKU: 'GAF-0489',
      type: 'MATERIAL',
      tradeType: 'ROOF',
      listItemGroupName: 'Other',
      quantity: 2,
      manualFields: ['quantity'],
    })
  })

  test('have the unit as templates have it', () => {
    const [item] = edit(
      { addListItems: [{ ...newItem, quantityUnits: ' linear feet ' }] },
      [],
    ).items
    expect(item?.quantityUnits).toBe('LINEAR_FEET')
  })

  test('get the trade of the list', () => {
    const items = [itemState({ tradeType: 'SIDING' })]
    expect(edit({ addListItems: [newItem] }, items).items[1]).toMatchObject({ tradeType: 'SIDING' })
  })
})

test('removed items are no longer in the list, and their template lines are recorded', () => {
  const byHand = itemState({ id: 5, templateLineId: null, origin: 'manual' })
  const edited = edit({ removeListItemIds: [2, 5] }, [...list.items, byHand])
  expect(idsOf(edited)).toEqual([1, 3, 4])
  expect(edited.removedLineIds).toEqual([20])
})

test('one request may change, remove, reorder and add items', () => {
  const edited = edit({
    name: 'Front',
    totalDiscount: 5,
    addListItems: [{ ...newItem, afterListItemId: 3 }],
    listItemOrder: [3, 1],
    removeListItemIds: [2],
    listItems: [{ id: 4, notes: 'last' }],
  })
  expect(edited).toMatchObject({ name: 'Front', totalDiscount: 5 })
  expect(idsOf(edited)).toEqual([3, -1, 1, 4])
  expect(edited.items[3]?.notes).toBe('last')
})

test('the name of a list is stored without the spaces around it', () => {
  expect(edit({ name: '  Roof, front ' }).name).toBe('Roof, front')
  expect(edit({ name: null }).name).toBeNull()
})

test.for([
  [{ listItems: [{ id: 1 }, { id: 9 }] }, 'listItems[1].id'],
  [{ removeListItemIds: [9] }, 'removeListItemIds[0]'],
  [{ listItemOrder: [1, 9] }, 'listItemOrder[1]'],
  [{ listItems: [{ id: 2 }], removeListItemIds: [2] }, 'listItems[0].id'],
  [{ listItemOrder: [1, 2], removeListItemIds: [2] }, 'listItemOrder[1]'],
  [{ addListItems: [{ ...newItem, productId: 8 }] }, 'addListItems[0].productId'],
  [{ addListItems: [{ ...newItem, afterListItemId: 9 }] }, 'addListItems[0].afterListItemId'],
  [
    { addListItems: [{ ...newItem, afterListItemId: 2 }], removeListItemIds: [2] },
    'addListItems[0].afterListItemId',
  ],
] as const)('%j is refused, naming %s', ([request, argument]) => {
  expect(rejected(request)).toBe(argument)
})
