import type { Arrived } from '@takeoff/kit/testing/arrived'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListItem } from '../src/graphql/generated.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { ListWith, TestCaller } from './harness.ts'
import { byIdQuery, createMutation, listFields } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness
const { jobId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements: { roof: { roof_facets: { area: 2194 } } },
})
const template = await createTemplate(database, {
  orgId: 1,
  wasteFactor: 0.1,
  lines: ['Shingles', 'Nails', 'Labor'].map((name) => ({
    name,
    coverage: 0.32,
    unitCost: 19.7,
    taxPercent: 0,
    markup: 0,
  })),
})
const foreignTemplate = await createTemplate(database, { orgId: 2, lines: [{}] })

type Item = Arrived<ListItem>
type List = ListWith<readonly [Item, Item, Item]>
let list: List
let ids: readonly [number, number, number]

const editMutation = `mutation Edit(
  $id: Int!, $name: String, $totalDiscount: Float, $listItems: [ListItemUpdate!], $version: Int
  $addListItems: [ListItemAdd!], $removeListItemIds: [Int!], $listItemOrder: [Int!]
) {
  projectManagementProductionListUpdate(
    id: $id, name: $name, totalDiscount: $totalDiscount, listItems: $listItems, version: $version
    addListItems: $addListItems, removeListItemIds: $removeListItemIds, listItemOrder: $listItemOrder
  ) { productionList { ${listFields} } }
}`

const soldMutation = `mutation Sell($id: Int!, $sold: Boolean!, $version: Int) {
  projectManagementProductionListMarkSold(id: $id, sold: $sold, version: $version) {
    productionList { soldAt ${listFields} }
  }
}`

beforeEach(async () => {
  const { data } = await harness.ask(createMutation, { jobId, templateIds: [template.id] })
  list = data.projectManagementProductionListCreate.productionList as List
  const [first, second, third] = list.listItems
  ids = [first.id, second.id, third.id]
  await database.query('truncate outbox_message')
})

async function edit(variables: object, caller: TestCaller = {}) {
  const response = await harness.ask(editMutation, { id: list.id, ...variables }, caller)
  return { ...response, list: response.data?.projectManagementProductionListUpdate?.productionList }
}

async function sell(variables: object = {}) {
  const response = await harness.ask(soldMutation, { id: list.id, sold: true, ...variables })
  return {
    ...response,
    list: response.data?.projectManagementProductionListMarkSold?.productionList,
  }
}

async function read() {
  const { data } = await harness.ask(byIdQuery, { id: list.id })
  return data.projectManagementProductionListById
}

const namesOf = ({ listItems }: { readonly listItems: readonly Item[] }) =>
  listItems.map(({ name }) => name)
const skylight = {
  name: 'Skylight',
  quantity: 2,
  quantityUnits: 'EACH',
  unitCost: 410,
  taxPercent: 7.25,
  markup: 0.5,
  vendorId: 1,
}

describe('items', () => {
  test('added, removed and reordered in one request result in one version and one event', async () => {
    const { list: edited, errors } = await edit({
      addListItems: [{ ...skylight, afterListItemId: ids[2] }],
      removeListItemIds: [ids[1]],
      listItemOrder: [ids[2], ids[0]],
    })
    expect(errors).toEqual([])
    expect(edited).toMatchObject({ version: 2 })
    expect(namesOf(edited)).toEqual(['Labor', 'Skylight', 'Shingles'])
    expect(edited.listItems.map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([
      1, 2, 3,
    ])
    // 820.00 before tax, 59.45 tax; a price of 1319.175, half-up to cents.
    expect(edited.listItems[1]).toMatchObject({
      isManualMeasurement: true,
      pretaxCost: 820,
      totalCost: 879.45,
      totalPrice: 1319.18,
      vendor: { id: 1 },
      product: null,
    })
    expect(await read()).toEqual(edited)
    expect(await harness.events()).toHaveLength(1)
  })

  test('can be reversed', async () => {
    const { list: edited } = await edit({ listItemOrder: ids.toReversed() })
    expect(namesOf(edited)).toEqual(['Labor', 'Nails', 'Shingles'])
    expect(namesOf(await read())).toEqual(['Labor', 'Nails', 'Shingles'])
  })

  test('can all be removed, and the totals are 0', async () => {
    const { list: edited } = await edit({ removeListItemIds: ids })
    expect(edited).toMatchObject({ listItems: [], totalCost: 0, totalPrice: 0, profitMargin: 0 })
  })

  test('accept a measurement set by hand, and null restores the computed one', async () => {
    const change = (measurement: number | null) =>
      edit({ listItems: [{ id: ids[0], measurement }] })
    const { list: byHand } = await change(30)
    expect(byHand.listItems[0]).toMatchObject({
      measurement: 30,
      isManualMeasurement: true,
      // 30 × 1.1 ÷ 0.32 = 103.125
      calculatedQuantity: 103.125,
      quantity: 104,
    })
    const { list: computed } = await change(null)
    expect(computed.listItems).toEqual(list.listItems)
    expect(computed.version).toBe(3)
  })

  test('added by a measurement are computed like any other', async () => {
    const { list: edited } = await edit({
      addListItems: [
        {
          ...skylight,
          quantity: undefined,
          measurement: 21.94,
          measurementUnits: 'squares',
          coverage: 0.32,
          wasteFactor: 0.1,
        },
      ],
    })
    expect(edited.listItems[3]).toMatchObject({ calculatedQuantity: 75.41875, quantity: 76 })
  })

  test('of a repeated request with one Idempotency-Key are added once', async () => {
    const caller = { idempotencyKey: 'add once' }
    const request = { addListItems: [skylight] }
    const [first, second] = [await edit(request, caller), await edit(request, caller)]
    expect(second.list).toEqual(first.list)
    expect(namesOf(await read())).toHaveLength(4)
    const other = await edit({ addListItems: [skylight, skylight] }, caller)
    expect(other.errors[0]?.extensions).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })
})

describe('an edit is refused', () => {
  const add = (item: object) => ({ addListItems: [{ ...skylight, ...item }] })
  test.for([
    [() => add({ quantity: undefined }), 'addListItems[0].quantity'],
    [() => add({ quantity: -1 }), 'addListItems[0].quantity'],
    [() => add({ type: 'GIFT' }), 'addListItems[0].type'],
    [() => add({ measurementUnits: 'miles' }), 'addListItems[0].measurementUnits'],
    [() => add({ coverage: 0 }), 'addListItems[0].coverage'],
    [() => add({ name: ' ' }), 'addListItems[0].name'],
    [() => add({ quantityUnits: '' }), 'addListItems[0].quantityUnits'],
    [() => add({ quantityUnits: 'X'.repeat(51) }), 'addListItems[0].quantityUnits'],
    [() => add({ taxPercent: 101 }), 'addListItems[0].taxPercent'],
    [() => add({ markup: 0.00001 }), 'addListItems[0].markup'],
    [() => add({ vendorId: 99 }), 'addListItems[0].vendorId'],
    [() => add({ productId: foreignTemplate.products[0]?.id }), 'addListItems[0].productId'],
    [() => ({ totalDiscount: -1 }), 'totalDiscount'],
    [() => ({ totalDiscount: null }), 'totalDiscount'],
    [() => ({ totalDiscount: 1_000_000 }), 'totalDiscount'],
    [() => ({ removeListItemIds: [ids[0], ids[0]] }), 'removeListItemIds[1]'],
    [() => ({ listItemOrder: [ids[0], ids[0]] }), 'listItemOrder[1]'],
    [() => ({ listItems: [{ id: ids[0], name: null }] }), 'listItems[0].name'],
    [() => ({ listItems: [{ id: ids[0], wasteFactor: 1.5 }] }), 'listItems[0].wasteFactor'],
    [() => ({ listItems: [{ id: ids[0], measurement: 1e10 }] }), 'listItems[0].measurement'],
  ] as const)('%#: naming %s, and nothing is written', async ([variables, argument]) => {
    const { errors } = await edit({ name: 'never written', ...variables() })
    expect(errors.map(({ extensions }) => extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument },
    ])
    expect(await read()).toEqual(list)
    expect(await harness.events()).toEqual([])
  })

  test('when a new item names an archived vendor', async () => {
    harness.vendors.archived.add(3)
    const { errors } = await edit(add({ vendorId: 3 }))
    harness.vendors.archived.clear()
    expect(errors[0]).toMatchObject({
      message:
        'Vendor 3 "Vendor 3" is archived; restore it first (vendorRestore), or name another one.',
      extensions: { code: 'BAD_USER_INPUT', argument: 'addListItems[0].vendorId' },
    })
    expect(await read()).toEqual(list)
  })

  test('when the discount would exceed the prices of the items that stay', async () => {
    await edit({ totalDiscount: 4000 })
    const { errors } = await edit({ removeListItemIds: ids })
    expect(errors[0]?.message).toBe(
      "The list's discount of 4000 would be more than the prices of its items. Lower its totalDiscount, too.",
    )
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      argument: 'removeListItemIds',
    })
    const { list: both } = await edit({ removeListItemIds: ids, totalDiscount: 0 })
    expect(both).toMatchObject({ totalDiscount: 0, totalPrice: 0 })
  })

  test('when a list would hold more than 10000 items', async () => {
    const addListItems = Array.from({ length: 1000 }, () => skylight)
    const versions: unknown[] = []
    // Selects only the id: the responses would contain 45,000 items that no test reads.
    const mutation = editMutation.replace(listFields, 'id')
    for (let round = 1; round <= 10; round += 1) {
      const { errors } = await harness.ask(mutation, { id: list.id, addListItems })
      versions.push(errors[0]?.extensions)
    }
    expect(versions.filter((violation) => violation === undefined)).toHaveLength(9)
    expect(versions.at(-1)).toEqual({ code: 'BAD_USER_INPUT', argument: 'addListItems' })
  })
})

describe('a discount', () => {
  test('reduces the price and the profit, not the cost', async () => {
    const before = await read()
    const { list: edited } = await edit({ totalDiscount: 91.6 })
    expect(edited).toMatchObject({
      totalDiscount: 91.6,
      totalCost: before.totalCost,
      totalPrice: 4400,
      profitAmount: -91.6,
      profitMargin: -2.0818,
    })
  })
})

describe('a sale', () => {
  test('freezes the current figures without the discount, and later changes do not change them', async () => {
    await edit({ totalDiscount: 91.6 })
    const { list: sold } = await sell({ version: 2 })
    const contract = {
      contractLaborTotal: 0,
      contractMaterialSubtotal: 4491.6,
      contractMaterialTax: 0,
      contractMaterialTotal: 4491.6,
      contractOtherTotal: 0,
      contractPreDiscountPrice: 4491.6,
      contractTotalCost: 4491.6,
      contractTotalPrice: 4400,
    }
    expect(sold).toMatchObject({ version: 3, soldAt: '2026-03-14T15:09:26.535Z', ...contract })

    const { list: edited } = await edit({ addListItems: [skylight], totalDiscount: 0 })
    expect(edited).toMatchObject(contract)
    expect(edited.totalCost).toBe(5371.05)
  })

  test('is recorded once: a second one changes nothing', async () => {
    await sell()
    const { list: again, errors } = await sell()
    expect(errors).toEqual([])
    expect(again.version).toBe(2)
    expect(await harness.events()).toHaveLength(1)
  })

  test('can be revoked', async () => {
    await sell()
    const { list: back } = await sell({ sold: false })
    expect(back).toMatchObject({ version: 3, soldAt: null, contractTotalPrice: 0 })
    expect(await read()).toMatchObject({ contractTotalCost: 0, contractMaterialTotal: 0 })
  })

  test('of an outdated version is refused', async () => {
    const { errors } = await sell({ version: 7 })
    expect(errors[0]?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 1 })
  })
})

test('every version has its revision with user, time and changes', async () => {
  harness.pass(60_000)
  await edit({ name: 'Front', listItems: [{ id: ids[0], notes: 'By noon' }] })
  harness.pass(60_000)
  await sell()
  const revisions = await database.query<{ createdAt: Date; diff: object }>(
    `select version, action, user_id as "userId", created_at as "createdAt", diff
     from production_list_revision where list_id = $1 order by version`,
    [list.id],
  )
  expect(revisions).toMatchObject([
    { version: 1, action: 'created', userId: 7, diff: { fields: {}, items: [] } },
    {
      version: 2,
      action: 'updated',
      userId: 7,
      diff: {
        fields: { name: { from: 'Template 1', to: 'Front' } },
        items: [{ id: ids[0], fields: { notes: { from: '', to: 'By noon' } } }],
      },
    },
    {
      version: 3,
      action: 'sold',
      userId: 7,
      diff: { fields: { soldAt: { from: null } }, items: [] },
    },
  ])
  const minutes = revisions.map(({ createdAt }) => Math.floor(createdAt.getTime() / 60_000))
  expect(minutes.map((minute) => minute - (minutes[0] ?? 0))).toEqual([0, 1, 2])
})
