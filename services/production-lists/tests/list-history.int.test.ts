import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findListState } from '../src/db/lists/list-state-reads.ts'
import { findRevisions } from '../src/db/lists/revision-reads.ts'
import { diffableList } from '../src/domain/lists/diffable-list.ts'
import { applyDiff, diffLists, revertDiff } from '../src/domain/lists/list-diff.ts'
import type { DiffableList } from '../src/domain/lists/list-diff.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'
import { diffFields } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness
const { jobId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements: { roof: { roof_facets: { area: 2194 } } },
})

let id: number
let items: readonly { readonly id: number }[]

beforeEach(() => newList([{ name: 'Shingles', unitCost: 10, taxPercent: 0 }, {}, {}, {}]))

async function newList(lines: Parameters<typeof createTemplate>[1]['lines']) {
  const template = await createTemplate(database, { orgId: 1, lines })
  const { data } = await harness.ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds, name: "Roof") {
        productionList { id listItems { id } }
      }
    }`,
    { jobId, templateIds: [template.id] },
  )
  ;({ id, listItems: items } = data.projectManagementProductionListCreate.productionList)
}

async function update(change: object) {
  const { errors } = await harness.ask(
    `mutation ($id: Int!, $name: String, $listItems: [ListItemUpdate!], $add: [ListItemAdd!]
      $remove: [Int!], $order: [Int!]) {
      projectManagementProductionListUpdate(id: $id, name: $name, listItems: $listItems
        addListItems: $add, removeListItemIds: $remove, listItemOrder: $order) {
        productionList { version }
      }
    }`,
    { id, ...change },
  )
  expect(errors).toEqual([])
}

async function history(variables: object = {}, caller: TestCaller = {}) {
  const { data, errors } = await harness.ask(
    `query ($id: Int!, $first: Int, $after: String) {
      projectManagementProductionListRevisions(id: $id, first: $first, after: $after) {
        nodes { version createdAt userId action diff { ${diffFields} } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    { id, ...variables },
    caller,
  )
  return { ...data?.projectManagementProductionListRevisions, errors }
}

async function diff(variables: object, caller: TestCaller = {}) {
  const response = await harness.ask(
    `query ($id: Int!, $fromVersion: Int!, $toVersion: Int) {
      projectManagementProductionListDiff(id: $id, fromVersion: $fromVersion, toVersion: $toVersion) {
        ${diffFields}
      }
    }`,
    { id, ...variables },
    caller,
  )
  return { ...response, diff: response.data?.projectManagementProductionListDiff }
}

/** The changes of the newest version. */
async function newestDiff() {
  const [newest] = (await history()).nodes
  if (newest === undefined) throw new Error('there is no version')
  return newest.diff
}

const nothing = { isEmpty: true, fields: [], itemCount: 0, items: [], itemOrder: null }

describe('the history of a list', () => {
  test('contains the user, time and changes of each version, newest first', async () => {
    harness.pass(60_000)
    await update({ name: 'Front' })
    expect(await history()).toEqual({
      errors: [],
      nodes: [
        {
          version: 2,
          createdAt: '2026-03-14T15:10:26.535Z',
          userId: 7,
          action: 'updated',
          diff: {
            ...nothing,
            isEmpty: false,
            fields: [{ field: 'name', from: 'Roof', to: 'Front' }],
          },
        },
        {
          version: 1,
          createdAt: '2026-03-14T15:09:26.535Z',
          userId: 7,
          action: 'created',
          diff: nothing,
        },
      ],
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    })
  })

  test('shows an edited item with the field names of the API', async () => {
    await update({ listItems: [{ id: items[0]?.id, quantity: 10, vendorId: 2 }] })
    const diff = await newestDiff()
    expect(diff.items).toEqual([
      {
        kind: 'changed',
        changeId: items[0]?.id,
        listItemId: items[0]?.id,
        name: 'Shingles',
        position: null,
        changes: expect.arrayContaining([
          { field: 'quantity', from: 67, to: 10 },
          { field: 'vendorId', from: null, to: 2 },
          { field: 'isManualMeasurement', from: false, to: true },
          { field: 'pretaxCost', from: 670, to: 100 },
        ]),
      },
    ])
    const names = diff.fields.map(({ field }) => field)
    expect(names).toEqual(expect.arrayContaining(['materialPretaxCost', 'totalPrice']))
  })

  test('shows added, removed and moved items', async () => {
    const [first, second, third, fourth] = items.map((item) => item.id)
    const crane = {
      name: 'Crane',
      type: 'OTHER',
      quantity: 1,
      quantityUnits: 'EACH',
      unitCost: 900,
    }
    await update({
      add: [{ ...crane, afterListItemId: third }],
      remove: [second],
      order: [fourth, third, first],
    })
    const diff = await newestDiff()
    expect(diff).toMatchObject({
      itemCount: 2,
      items: [
        { kind: 'removed', listItemId: second, position: 2 },
        { kind: 'added', name: 'Crane', position: 3, listItemId: expect.any(Number) },
      ],
      itemOrder: { from: [first, third, fourth], to: [fourth, third, first] },
    })
    expect(diff.items[0]?.changes).toContainEqual({ field: 'measure', from: 'roof_area', to: null })
    expect(diff.items[1]?.changes).toContainEqual({ field: 'unitCost', from: null, to: 900 })
  })

  test('is returned in pages', async () => {
    for (const name of ['two', 'three', 'four', 'five']) await update({ name })
    const versions = []
    let after: string | null = null
    do {
      const { nodes, pageInfo } = await history({ first: 2, after })
      versions.push(nodes.map(({ version }) => version))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(versions).toEqual([[5, 4], [3, 2], [1]])
  })

  test('has shorter pages when changes are large', async () => {
    await newList(Array.from({ length: 300 }, () => ({})))
    // Random words do not compress; 300 notes of 2000 characters exceed the limit of one page.
    const words = () => Array.from({ length: 2000 }, () => Math.random().toString(36)[2]).join('')
    const change = () => items.map((item) => ({ id: item.id, notes: words() }))
    await update({ listItems: change() })
    await update({ listItems: change() })
    await update({ name: 'last' })

    const first = await history()
    expect(first.nodes.map(({ version }) => version)).toEqual([4])
    const second = await history({ after: first.pageInfo.endCursor })
    expect(second.nodes.map(({ version }) => version)).toEqual([3])
    expect(second.pageInfo.hasNextPage).toBe(true)
    expect((await diff({ fromVersion: 1, toVersion: 2 })).diff).toMatchObject({ itemCount: 300 })
  })

  test.for([
    [{ first: 0 }, 'first'],
    [{ first: 201 }, 'first'],
    [{ first: -1 }, 'first'],
    [{ after: 'nonsense' }, 'after'],
    [{ after: Buffer.from('-1').toString('base64url') }, 'after'],
  ] as const)('is refused for %j', async ([variables, argument]) => {
    const { errors } = await history(variables)
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument })
  })

  test('refuses a cursor of another list', async () => {
    const { pageInfo } = await history()
    const { errors } = await history({ id: 2_147_483_647, after: pageInfo.endCursor })
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'after' })
  })

  test('is empty for an unknown list and for one of another organization', async () => {
    await update({ name: 'secret' })
    const nobody = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null }, errors: [] }
    expect(await history({ id: 2_147_483_647 })).toEqual(nobody)
    expect(await history({ id: -1 })).toEqual(nobody)
    expect(await history({}, { orgIds: [2] })).toEqual(nobody)
  })
})

describe('the diff of two versions', () => {
  test('contains the changes from one to the other, in either direction', async () => {
    await update({ name: 'Front' })
    await update({ name: 'Back', listItems: [{ id: items[0]?.id, notes: 'By noon' }] })
    await update({ listItems: [{ id: items[0]?.id, notes: 'By one' }] })

    const { diff: forward } = await diff({ fromVersion: 1, toVersion: 4 })
    expect(forward.fields).toEqual([{ field: 'name', from: 'Roof', to: 'Back' }])
    expect(forward.items[0]?.changes).toContainEqual({ field: 'notes', from: '', to: 'By one' })

    const { diff: back } = await diff({ fromVersion: 4, toVersion: 1 })
    expect(back.fields).toEqual([{ field: 'name', from: 'Back', to: 'Roof' }])
    expect(back.items[0]?.changes).toContainEqual({ field: 'notes', from: 'By one', to: '' })

    const { diff: middle } = await diff({ fromVersion: 2, toVersion: 3 })
    expect(middle.items[0]?.changes).toContainEqual({ field: 'notes', from: '', to: 'By noon' })
  })

  test('ends at the current version when none is named', async () => {
    await update({ name: 'Front' })
    const { diff: toCurrent } = await diff({ fromVersion: 1 })
    expect(toCurrent).toEqual((await diff({ fromVersion: 1, toVersion: 2 })).diff)
    expect((await diff({ fromVersion: 1, toVersion: null })).diff).toEqual(toCurrent)
  })

  test('of a version with itself, or with a version that reverts to it, is empty', async () => {
    await update({ name: 'Front' })
    await update({ name: 'Roof' })
    expect((await diff({ fromVersion: 2, toVersion: 2 })).diff).toEqual(nothing)
    expect((await diff({ fromVersion: 1, toVersion: 3 })).diff).toEqual(nothing)
  })

  test.for([
    [{ fromVersion: 0 }, 'fromVersion'],
    [{ fromVersion: -1 }, 'fromVersion'],
    [{ fromVersion: 3 }, 'fromVersion'],
    [{ fromVersion: 2_147_483_647 }, 'fromVersion'],
    [{ fromVersion: 1, toVersion: 3 }, 'toVersion'],
    [{ fromVersion: 2, toVersion: -2_147_483_648 }, 'toVersion'],
  ] as const)('is refused for %j', async ([variables, argument]) => {
    await update({ name: 'two' })
    const { errors, diff: none } = await diff(variables)
    expect(errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument })
    expect(errors[0]?.message).toContain('has the versions 1 to 2')
    expect(none).toBeNull()
  })

  test('is null for an unknown list and for one of another organization, whatever the version', async () => {
    expect(await diff({ id: 2_147_483_647, fromVersion: 1 })).toMatchObject({
      diff: null,
      errors: [],
    })
    for (const fromVersion of [1, 99]) {
      const foreign = await diff({ fromVersion }, { orgIds: [2] })
      expect(foreign).toMatchObject({ diff: null, errors: [] })
    }
  })

  test('takes as many statements for 600 items and 20 versions as for 60 and 2', async () => {
    const counts: number[] = []
    for (const [length, versions] of [
      [60, 2],
      [600, 20],
    ] as const) {
      await newList(Array.from({ length }, () => ({})))
      for (let version = 2; version <= versions; version += 1) await update({ name: `v${version}` })
      counts.push((await diff({ fromVersion: 1 })).sqlStatements)
    }
    expect(counts[1]).toBe(counts[0])
    expect(counts[0]).toBeLessThanOrEqual(8)
  })
})

test('applying and reverting the diffs of revisions gives any version from any other', async () => {
  const states: DiffableList[] = [await stateOf()]
  const [first, second, third, fourth] = items.map((item) => item.id)
  const added = { name: 'Crane', quantity: 1, quantityUnits: 'EACH', unitCost: 0.1 }
  const changes = [
    { name: null, listItems: [{ id: first, quantity: 0.3, notes: '½ "quoted" \u{1F3E0}' }] },
    { order: [fourth, first], add: [added, { ...added, afterListItemId: fourth }] },
    { remove: [second], listItems: [{ id: third, color: null, unitCost: 0.0001 }] },
    { remove: [first, fourth], add: [{ ...added, afterListItemId: third }] },
    { listItems: [{ id: third, quantity: null, vendorId: 1 }], name: 'Roof' },
  ]
  for (const change of changes) {
    await update(change)
    states.push(await stateOf())
  }
  const revisions = await findRevisions(database, { listId: id, orgIds: [1], limit: 100 })
  const diffs = revisions.map(({ diff }) => diff)

  const final = states.at(-1)
  const start = states[0]
  if (final === undefined || start === undefined) throw new Error('no states')
  expect(diffs.reduce(revertDiff, final)).toEqual(start)
  expect(diffs.toReversed().reduce(applyDiff, start)).toEqual(final)
  const between = states.slice(1).map((state, index) => diffLists(states[index] ?? start, state))
  expect(diffs.toReversed().slice(1)).toEqual(between)
})

async function stateOf(): Promise<DiffableList> {
  const state = await findListState(database, { id, orgIds: [1], lock: false })
  if (state === undefined) throw new Error('the list is gone')
  return diffableList(state)
}
