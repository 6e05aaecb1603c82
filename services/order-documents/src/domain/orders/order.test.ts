import { describe, expect, it } from 'vitest'
import { decideOrder, rejectNamedIds } from './order.ts'
import type { OrderDecision } from './order.ts'
import { listItem } from '../../testing/list-item.ts'
import type { ListItem } from './production-list.ts'

const shingles = listItem({ id: 1, vendorId: 1 })
const underlayment = listItem({ id: 2, vendorId: 1 })
const siding = listItem({ id: 3, vendorId: 2 })
const nails = listItem({ id: 4, vendorId: null })
const tearOff = listItem({ id: 5, type: 'LABOR', vendorId: 3 })
const install = listItem({ id: 6, type: 'LABOR', vendorId: null })
const dumpster = listItem({ id: 7, type: 'OTHER', vendorId: 1 })

interface Case {
  readonly rule: string
  readonly list: readonly ListItem[]
  readonly listItemIds?: readonly string[]
  readonly vendorId?: number
  readonly expected: OrderDecision
}

const cases: readonly Case[] = [
  {
    rule: 'without ids every MATERIAL item is ordered',
    list: [shingles, tearOff, underlayment, dumpster],
    expected: accepted('MATERIAL', 1, [shingles, underlayment]),
  },
  {
    rule: 'named items are ordered in the order of the list',
    list: [shingles, underlayment, siding],
    listItemIds: ['2', '1'],
    expected: accepted('MATERIAL', 1, [shingles, underlayment]),
  },
  {
    rule: 'named LABOR items make a labor order',
    list: [shingles, tearOff, install],
    listItemIds: ['5', '6'],
    expected: accepted('LABOR', 3, [tearOff, install]),
  },
  {
    rule: 'a given vendor takes precedence over those of the items',
    list: [shingles, siding],
    vendorId: 9,
    expected: accepted('MATERIAL', 9, [shingles, siding]),
  },
  {
    rule: 'an item without a vendor gets the one vendor of the others',
    list: [shingles, nails],
    expected: accepted('MATERIAL', 1, [shingles, nails]),
  },
  {
    rule: 'items of which none has a vendor are rejected',
    list: [nails],
    expected: { kind: 'vendor-required', listItemIds: [4] },
  },
  {
    rule: 'several vendors are rejected with their items, so that the caller can split',
    list: [shingles, siding, underlayment, nails],
    expected: {
      kind: 'vendor-ambiguous',
      vendors: [
        { id: 1, listItemIds: [1, 2] },
        { id: 2, listItemIds: [3] },
      ],
      listItemIdsWithoutVendor: [4],
    },
  },
  {
    rule: 'materials and labor are never one order',
    list: [shingles, tearOff],
    listItemIds: ['1', '5'],
    expected: { kind: 'mixed-types', materialIds: [1], laborIds: [5] },
  },
  {
    rule: 'a given vendor does not make a mix acceptable',
    list: [shingles, tearOff],
    listItemIds: ['1', '5'],
    vendorId: 1,
    expected: { kind: 'mixed-types', materialIds: [1], laborIds: [5] },
  },
  {
    rule: 'items that are neither material nor labor cannot be ordered',
    list: [shingles, dumpster],
    listItemIds: ['1', '7'],
    expected: { kind: 'not-orderable', listItemIds: [7] },
  },
  {
    rule: 'a list without materials requires named items',
    list: [tearOff],
    expected: { kind: 'no-material-items' },
  },
  { rule: 'an empty list cannot be ordered', list: [], expected: { kind: 'no-material-items' } },
  {
    rule: 'an item of another list is refused',
    list: [shingles],
    listItemIds: ['1', '99'],
    expected: { kind: 'unknown-list-items', ids: ['99'] },
  },
]

describe('decideOrder', () => {
  it.each(cases)('$rule', ({ list, listItemIds, vendorId, expected }) => {
    expect(decideOrder(list, { listItemIds, vendorId })).toEqual(expected)
  })
})

describe('rejectNamedIds', () => {
  it('accepts ids that are each named once', () => {
    expect(rejectNamedIds(['1', '20'])).toBeUndefined()
  })

  it('refuses an empty list of ids', () => {
    expect(rejectNamedIds([])).toEqual({ kind: 'no-items-named' })
  })

  it('refuses an item named twice', () => {
    const rejection = { kind: 'repeated-list-items', ids: ['1'] }
    expect(rejectNamedIds(['1', '2', '1', '1'])).toEqual(rejection)
  })

  it.each(['1x', '', ' 1', '-1', '01', '1.0', '1e0', '٣', '0'])('refuses "%s"', (id) => {
    expect(rejectNamedIds(['1', id])).toEqual({ kind: 'malformed-list-item-ids', ids: [id] })
  })
})

function accepted(
  orderKind: 'MATERIAL' | 'LABOR',
  vendorId: number,
  listItems: readonly ListItem[],
): OrderDecision {
  const listItemIdsOfOtherVendors = listItems
    .filter((item) => item.vendorId !== null && item.vendorId !== vendorId)
    .map((item) => item.id)
  return { kind: 'accepted', orderKind, vendorId, listItems, listItemIdsOfOtherVendors }
}
