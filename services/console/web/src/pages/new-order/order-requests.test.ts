import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from './order-draft.ts'
import type { OrderDraft } from './order-draft.ts'
import { planOrders } from './order-plan.ts'
import type { OrderableItem } from './order-plan.ts'
import { requestsOf } from './order-requests.ts'

const item = (id: number, vendorId: number | null): OrderableItem => ({
  id,
  name: `Item ${id}`,
  quantity: 10,
  quantityUnits: 'BUNDLES',
  type: 'MATERIAL',
  color: null,
  SKU: 'A',
  unitCost: 1,
  taxPercent: 0,
  totalCost: 10,
  vendor: vendorId === null ? null : { id: vendorId },
})

function requests(
  items: readonly OrderableItem[],
  given: Partial<OrderDraft> = {},
  connected: readonly number[] = [],
): unknown {
  const draft = { ...EMPTY_DRAFT, ...given }
  const plan = planOrders({
    items,
    coverage: [],
    draft,
    connectedVendorIds: new Set(connected),
    archivedVendorIds: new Set(),
  })
  return requestsOf(5, plan, draft).map(({ kind, variables }) => ({ kind, ...variables }))
}

test('the proposal is one call without names', () => {
  expect(requests([item(1, 1), item(2, 2)])).toEqual([{ kind: 'place', productionListId: 5 }])
})

test('chosen items are named', () => {
  expect(requests([item(1, 1), item(2, 2)], { picks: { 2: false } })).toEqual([
    { kind: 'place', productionListId: 5, listItemIds: ['1'] },
  ])
})

test('the vendor of the rest is given only where an item needs it', () => {
  expect(requests([item(1, 1), item(2, null)], { vendorId: '3' })).toEqual([
    { kind: 'place', productionListId: 5, vendorId: 3 },
  ])
  expect(requests([item(1, 1)], { vendorId: '3' })).toEqual([
    { kind: 'place', productionListId: 5 },
  ])
})

test('what is submitted goes first, a call for each vendor, and the rest is named', () => {
  expect(requests([item(1, 1), item(2, 2), item(3, 3)], {}, [2, 3])).toEqual([
    { kind: 'submit', productionListId: 5, vendorId: 2, listItemIds: ['2'] },
    { kind: 'submit', productionListId: 5, vendorId: 3, listItemIds: ['3'] },
    { kind: 'place', productionListId: 5, listItemIds: ['1'] },
  ])
})

test('numbers and delivery go with each call, and each kind has its own options', () => {
  const typed = {
    delivery: { date: '2026-12-04' },
    terms: {
      purchaseOrderNumber: ' PO-1 ',
      externalIdentifier: ' ',
      jobName: 'Maple',
      mode: 'office',
      paper: 'a4',
      language: '',
    },
  }
  const shared = {
    productionListId: 5,
    purchaseOrderNumber: 'PO-1',
    delivery: { date: '2026-12-04' },
  }
  expect(requests([item(1, 1), item(2, 2)], typed, [2])).toEqual([
    { kind: 'submit', ...shared, vendorId: 2, listItemIds: ['2'], jobName: 'Maple' },
    {
      kind: 'place',
      ...shared,
      listItemIds: ['1'],
      document: { inputHtml: 'office', paper: 'a4' },
    },
  ])
})

test('nothing is sent when nothing is chosen', () => {
  expect(requests([item(1, 1)], { picks: { 1: false } })).toEqual([])
})
