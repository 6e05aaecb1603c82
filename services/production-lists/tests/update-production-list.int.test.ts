import type { Arrived } from '@takeoff/kit/testing/arrived'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListItem } from '../src/graphql/generated.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { ListWith } from './harness.ts'
import { byIdQuery, createMutation, updateMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness
const measurements = { roof: { roof_facets: { area: 2194 } } }
const { jobId, salesOpportunityId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements,
})
const template = await createTemplate(database, {
  orgId: 1,
  wasteFactor: 0.1,
  lines: [
    { coverage: 0.32, unitCost: 19.7, taxPercent: 0, markup: 0 },
    { coverage: 1, unitCost: 0.1, taxPercent: 0, markup: 0 },
    { coverage: 1, unitCost: 0.2, taxPercent: 7.25, markup: 0.35, color: 'Charcoal' },
  ],
})

type Item = Arrived<ListItem>
type List = ListWith<readonly [Item, Item, Item]>
let list: List

beforeEach(async () => {
  await database.query('truncate outbox_message')
  list = (await newList()) as List
  await database.query('truncate outbox_message')
})

async function newList() {
  const response = await harness.ask(createMutation, { jobId, templateIds: [template.id] })
  return response.data.projectManagementProductionListCreate.productionList
}

async function update(variables: object, caller = {}) {
  const response = await harness.ask(updateMutation, { id: list.id, ...variables }, caller)
  return { ...response, list: response.data?.projectManagementProductionListUpdate?.productionList }
}

async function read(id = list.id) {
  return (await harness.ask(byIdQuery, { id })).data.projectManagementProductionListById
}

describe('an update', () => {
  test('has a later updatedAt than the change before, also by a process whose clock is behind', async () => {
    const times = async () => {
      const { data } = await harness.ask(
        `query ($id: Int!) {
          projectManagementProductionListById(id: $id) { updatedAt }
          projectManagementProductionListRevisions(id: $id, first: 1) { nodes { createdAt } }
        }`,
        { id: list.id },
      )
      const { updatedAt } = data.projectManagementProductionListById
      const [revision] = data.projectManagementProductionListRevisions.nodes
      expect(revision?.createdAt).toBe(updatedAt)
      return Date.parse(updatedAt)
    }
    const before = await times()
    harness.pass(-5000)
    await update({ name: 'Front only' })
    harness.pass(5000)
    expect(await times()).toBe(before + 1)
  })

  test('recalculates the line and the totals, and increases the version', async () => {
    const [item] = list.listItems
    harness.pass(1000)
    const { list: updated } = await update({
      name: 'Front only',
      listItems: [{ id: item.id, quantity: 10.5, unitCost: 20.01, notes: 'By noon', vendorId: 2 }],
      version: 1,
    })

    expect(updated).toMatchObject({ id: list.id, version: 2, name: 'Front only' })
    expect(updated.listItems[0]).toMatchObject({
      quantity: 10.5,
      calculatedQuantity: 75.41875,
      isManualMeasurement: true,
      unitCost: 20.01,
      pretaxCost: 210.11,
      notes: 'By noon',
      vendor: { id: 2 },
    })
    const sum = updated.listItems.reduce(
      (cents: number, { totalCost }: { totalCost: number }) => cents + Math.round(totalCost * 100),
      0,
    )
    expect(updated.totalCost).toBe(sum / 100)
    expect(await read()).toEqual(updated)
  })

  test('publishes one event, with the new version as its sequence', async () => {
    harness.heard.length = 0
    await update({ name: 'Front only' })

    const events = await harness.events()
    expect(events).toEqual([
      expect.objectContaining({
        name: 'production-list.updated',
        orgId: 1,
        aggregate: { type: 'production-list', id: String(list.id), sequence: 2 },
        data: { productionListId: list.id, salesOpportunityId, jobId },
      }),
    ])
    expect(harness.heard).toEqual(events)
  })

  test('keeps values that are left out, and null clears a value', async () => {
    const [, , item] = list.listItems
    const kept = await update({ listItems: [{ id: item.id, notes: 'x', vendorId: 1 }] })
    expect(kept.list.listItems[2]).toMatchObject({
      color: 'Charcoal',
      notes: 'x',
      vendor: { id: 1 },
    })

    const cleared = await update({
      name: null,
      listItems: [{ id: item.id, color: null, notes: null, vendorId: null }],
    })
    expect(cleared.list.name).toBeNull()
    expect(cleared.list.listItems[2]).toMatchObject({ color: null, notes: '', vendor: null })
  })

  test.for([
    ['nothing at all', () => ({})],
    ['no items', () => ({ listItems: [], version: 1 })],
    ['the values it has', () => ({ listItems: [{ id: list.listItems[2].id, color: 'Charcoal' }] })],
  ] as const)('of %s keeps the version and publishes no event', async ([, variables]) => {
    const { list: updated, errors } = await update(variables())
    expect(errors).toEqual([])
    expect(updated).toEqual(list)
    expect(await harness.events()).toEqual([])
  })

  test('takes as many statements for 600 items as for 60', async () => {
    const counts: number[] = []
    for (const length of [60, 600]) {
      const lines = Array.from({ length }, () => ({}))
      const { id } = await createTemplate(database, { orgId: 1, lines })
      const { data } = await harness.ask(createMutation, { jobId, templateIds: [id] })
      const long = data.projectManagementProductionListCreate.productionList
      const listItems = long.listItems.map((item) => ({ id: item.id, quantity: 5 }))
      const { sqlStatements, errors } = await update({ id: long.id, listItems })
      expect(errors).toEqual([])
      counts.push(sqlStatements)
    }
    expect(counts[0]).toBeLessThanOrEqual(11)
    expect(counts[1]).toBe(counts[0])
  })

  test('requests all named vendors at once, with the caller’s rights', async () => {
    const before = harness.vendors.asked.length
    const [first, second, third] = list.listItems
    await update({
      listItems: [
        { id: first.id, vendorId: 2 },
        { id: second.id, vendorId: 2 },
        { id: third.id, vendorId: 3 },
      ],
    })
    expect(harness.vendors.asked.slice(before)).toEqual([
      [
        { __typename: 'Vendor', id: 2 },
        { __typename: 'Vendor', id: 3 },
      ],
    ])
  })
})

describe('an archived vendor', () => {
  afterEach(() => harness.vendors.archived.clear())

  test('cannot be set on an item', async () => {
    harness.vendors.archived.add(3)
    const { errors } = await update({ listItems: [{ id: list.listItems[0].id, vendorId: 3 }] })

    expect(errors).toMatchObject([
      {
        message:
          'Vendor 3 "Vendor 3" is archived; restore it first (vendorRestore), or name another one.',
        extensions: { code: 'BAD_USER_INPUT', argument: 'listItems[0].vendorId' },
      },
    ])
    expect(await read()).toEqual(list)
  })

  test('stays on its items, even when an update sends it with them', async () => {
    const { id } = list.listItems[0]
    await update({ listItems: [{ id, vendorId: 3 }] })
    harness.vendors.archived.add(3)
    const { list: updated, errors } = await update({
      listItems: [{ id, vendorId: 3, quantity: 5 }],
    })

    expect(errors).toEqual([])
    expect(updated.listItems[0]).toMatchObject({ quantity: 5, vendor: { id: 3 } })
  })
})

describe('an update is refused', () => {
  const first = (change: object) => () => ({
    name: 'never written',
    listItems: [{ id: list.listItems[0].id, ...change }],
  })

  test.for([
    ['an unknown list', () => ({ id: 999_999 }), 'NOT_FOUND', 'id'],
    [
      'an item of another list',
      () => ({ name: 'never', listItems: [{ id: list.listItems[0].id - 1, quantity: 1 }] }),
      'BAD_USER_INPUT',
      'listItems[0].id',
    ],
    [
      'an item named twice',
      () => ({
        listItems: [
          { id: list.listItems[1].id, quantity: 1 },
          { id: list.listItems[0].id, quantity: 1 },
          { id: list.listItems[1].id, quantity: 2 },
        ],
      }),
      'BAD_USER_INPUT',
      'listItems[2].id',
    ],
    ['a negative quantity', first({ quantity: -1 }), 'BAD_USER_INPUT', 'listItems[0].quantity'],
    ['a huge quantity', first({ quantity: 1e300 }), 'BAD_USER_INPUT', 'listItems[0].quantity'],
    ['six decimals', first({ quantity: 0.000001 }), 'BAD_USER_INPUT', 'listItems[0].quantity'],
    ['a null unit cost', first({ unitCost: null }), 'BAD_USER_INPUT', 'listItems[0].unitCost'],
    ['a long color', first({ color: 'x'.repeat(101) }), 'BAD_USER_INPUT', 'listItems[0].color'],
    ['long notes', first({ notes: 'x'.repeat(2001) }), 'BAD_USER_INPUT', 'listItems[0].notes'],
    ['half a character', first({ notes: '\ud83c' }), 'BAD_USER_INPUT', 'listItems[0].notes'],
    ['a NUL', first({ notes: '\0' }), 'BAD_USER_INPUT', 'listItems[0].notes'],
    ['an unknown vendor', first({ vendorId: 99 }), 'BAD_USER_INPUT', 'listItems[0].vendorId'],
    ['a blank name', () => ({ name: '' }), 'BAD_USER_INPUT', 'name'],
  ] as const)('for %s, and nothing is written', async ([, variables, code, argument]) => {
    const { errors } = await update(variables())

    expect(errors.map(({ extensions }) => extensions)).toEqual([{ code, argument }])
    expect(await read()).toEqual(list)
    expect(await harness.events()).toEqual([])
  })

  test('completely, when its second item is invalid', async () => {
    const { errors } = await update({
      name: 'never written',
      listItems: [{ id: list.listItems[0].id, quantity: 1 }, { id: 999_999 }],
    })
    expect(errors[0]?.extensions).toEqual({
      code: 'BAD_USER_INPUT',
      argument: 'listItems[1].id',
    })
    expect(await read()).toEqual(list)
    expect(await harness.events()).toEqual([])
  })

  test('for a vendor of another organization of the same caller', async () => {
    const listItems = [{ id: list.listItems[0].id, vendorId: 4 }]
    const { errors } = await update({ listItems }, { orgIds: [1, 2] })
    expect(errors[0]).toMatchObject({
      message: 'Organization 1 has no vendor 4. Give the id of one of its vendors.',
      extensions: { code: 'BAD_USER_INPUT', argument: 'listItems[0].vendorId' },
    })
  })

  test('for an outdated version, naming the current one', async () => {
    await update({ name: 'two' })
    const { errors } = await update({ name: 'three', version: 1 })
    expect(errors[0]?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 2 })
    expect(await read()).toMatchObject({ name: 'two', version: 2 })
  })

  test('for a list of another organization, as if it did not exist', async () => {
    const foreign = await update({ name: 'mine now' }, { orgIds: [2] })
    const unknown = await update({ id: 999_999, name: 'mine now' }, { orgIds: [2] })
    expect(foreign.errors[0]?.extensions).toEqual(unknown.errors[0]?.extensions)
    expect(await read()).toEqual(list)
  })
})

describe('concurrent writers', () => {
  test('of different items lose nothing', async () => {
    const [first, second] = list.listItems
    await Promise.all([
      ...Array.from({ length: 5 }, (_, i) =>
        update({ listItems: [{ id: first.id, quantity: i + 1 }] }),
      ),
      ...Array.from({ length: 5 }, (_, i) =>
        update({ listItems: [{ id: second.id, quantity: i + 101 }] }),
      ),
    ])

    const after = await read()
    const [a, b] = after.listItems
    expect(after.version).toBe(11)
    expect(a?.quantity).toBeLessThanOrEqual(5)
    expect(b?.quantity).toBeGreaterThanOrEqual(101)
    expect(Math.round(after.totalCost * 100)).toBe(
      Math.round(after.listItems.reduce((sum, { totalCost }) => sum + totalCost, 0) * 100),
    )
    const events = (await harness.events()) as { aggregate: { sequence: number } }[]
    expect(events.map(({ aggregate }) => aggregate.sequence).sort((x, y) => x - y)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
  })

  test('of the same version: one succeeds, the other is refused with CONFLICT', async () => {
    const responses = await Promise.all([
      update({ name: 'a', version: 1 }),
      update({ name: 'b', version: 1 }),
    ])
    const codes = responses.map(({ errors }) => errors[0]?.extensions['code'])
    expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(1)
    expect(await harness.events()).toHaveLength(1)
  })
})
