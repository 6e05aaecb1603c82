import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import type { Database } from '@takeoff/kit/postgres/database'
import type { Transaction } from '@takeoff/kit/postgres/sql'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findLists } from '../src/db/lists/production-list-reads.ts'
import { withItems } from '../src/db/lists/whole-lists.ts'
import { exportLists } from '../src/exports/export-lists.ts'
import { findProductionLists } from '../src/lists/find-production-lists.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation, listFields, updateMutation } from './list-fields.ts'

const WRITES = 120
const READERS = 3
const LINES = 8

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
const measurements = { roof: { roof_facets: { area: 2139 } } }
const { jobId } = await createJob(database, { orgId: 1, name: 'Maple Street', measurements })
const { id: templateId } = await createTemplate(database, {
  orgId: 1,
  lines: Array.from({ length: LINES }, () => ({})),
})

interface List {
  readonly id: number
  readonly name: string | null
  readonly version: number
  readonly totalCost: number
  readonly materialPretaxCost: number
  readonly listItems: readonly { id: number; totalCost: number; pretaxCost: number }[]
}

let list: List
beforeEach(async () => {
  const { data } = await ask(createMutation, { jobId, templateIds: [templateId] })
  list = data.projectManagementProductionListCreate.productionList
})

const reads = {
  'by id': ['query ($id: Int!) { projectManagementProductionListById(id: $id) { FIELDS } }'],
  'by job': ['query { projectManagementProductionList(jobId: JOB, orgId: 1) { FIELDS } }'],
  'in a page': [
    'query { projectManagementProductionLists(orgId: 1, first: 1) { nodes { FIELDS } } }',
  ],
  'as a reference': [
    `query ($id: Int!) {
      _entities(representations: [{ __typename: "ProductionList", id: $id }]) {
        ... on ProductionList { FIELDS }
      }
    }`,
  ],
  'from a document': [
    `query ($id: Int!) {
      _entities(representations: [{ __typename: "OrderDocument", id: "d", productionListId: $id }]) {
        ... on OrderDocument { productionList { ...Whole } }
      }
    }
    fragment Whole on ProductionList { FIELDS }`,
  ],
}

/** The list, wherever the response contains it. */
async function read(query: string): Promise<List> {
  const source = query.replace('FIELDS', listFields).replace('JOB', String(jobId))
  const { data, errors } = await ask(source, { id: list.id })
  expect(errors).toEqual([])
  const {
    projectManagementProductionListById: byId,
    projectManagementProductionList: byJob,
    projectManagementProductionLists: page,
    _entities: entities,
  } = data
  const entity = entities?.[0]
  const found = byId ?? byJob ?? page?.nodes[0] ?? entity?.productionList ?? entity
  if (found === undefined) throw new Error('there is no list')
  return found
}

function expectOneMoment({ totalCost, materialPretaxCost, listItems }: List): void {
  expect(listItems).toHaveLength(LINES)
  expect(cents(totalCost)).toBe(listItems.reduce((sum, item) => sum + cents(item.totalCost), 0))
  expect(cents(materialPretaxCost)).toBe(
    listItems.reduce((sum, item) => sum + cents(item.pretaxCost), 0),
  )
}

const cents = (amount: number): number => Math.round(amount * 100)

/** Changes every item, so that a mixture of two versions has a total that matches neither. */
async function write(quantity: number): Promise<List> {
  const listItems = list.listItems.map(({ id }) => ({ id, quantity }))
  const { data, errors } = await ask(updateMutation, { id: list.id, listItems })
  expect(errors).toEqual([])
  return data.projectManagementProductionListUpdate.productionList
}

describe.each(Object.entries(reads))('a list read %s', (_name, [query = '']) => {
  test('while it changes has items that match its totals', async () => {
    const writing = new AbortController()
    const versions = new Set<number>()
    const readAlong = async () => {
      while (!writing.signal.aborted) {
        const response = await read(query)
        expectOneMoment(response)
        versions.add(response.version)
      }
    }
    const readers = Array.from({ length: READERS }, readAlong)
    for (let n = 1; n <= WRITES / Object.keys(reads).length; n += 1) expectOneMoment(await write(n))
    writing.abort()
    await Promise.all(readers)
    expect(versions.size).toBeGreaterThan(1)
  })
})

describe('a list that changes between the two statements', () => {
  const rowOf = async () => (await findLists(database, [list.id], [1]))[0]

  test('is read again, with both statements in one snapshot', async () => {
    const row = await rowOf()
    await write(5)
    const [whole] = await withItems(database, row === undefined ? [] : [row], { orgIds: [1] })
    expect(whole?.version).toBe(2)
    expectOneMoment({ ...list, ...whole, listItems: whole?.items ?? [] })
  })

  test('is read again only once, however often it changes', async () => {
    const row = await rowOf()
    let transactions = 0
    const busy = {
      ...database,
      ...interceptedSql(database, async (text, params, send) => {
        await write(6)
        return send(text, params)
      }),
      transaction: <T>(work: (sql: Transaction) => Promise<T>) => {
        transactions += 1
        return database.transaction((sql) => {
          const slow = interceptedSql(
            database,
            async (text, params, send) => {
              const rows = await send(text, params)
              await write(7 + transactions)
              return rows
            },
            sql,
          )
          return work({ ...sql, ...slow })
        })
      },
    }
    const [whole] = await withItems(busy, row === undefined ? [] : [row], { orgIds: [1] })
    expect(transactions).toBe(1)
    expectOneMoment({ ...list, ...whole, listItems: whole?.items ?? [] })
  })

  test('is left out when it was deleted', async () => {
    const row = await rowOf()
    await database.query('delete from production_list where id = $1', [list.id])
    expect(await withItems(database, row === undefined ? [] : [row], { orgIds: [1] })).toEqual([])
  })

  test('has no items when it has none', async () => {
    await database.query('delete from list_item where list_id = $1', [list.id])
    const row = await rowOf()
    const [whole] = await withItems(database, row === undefined ? [] : [row], { orgIds: [1] })
    expect(whole).toMatchObject({ id: list.id, items: [] })
  })
})

describe('in the order of changes', () => {
  /** The first list changes before the statement that reads items. */
  function changedBeforeItems(): Database {
    let hasChanged = false
    const changing = interceptedSql(database, async (text, params, send) => {
      if (!hasChanged && text.includes('"list_item"')) {
        hasChanged = true
        await write(5)
      }
      return send(text, params)
    })
    return { ...database, ...changing }
  }
  const caller = { userId: 7, orgIds: [1], scopes: new Set(['lists:read']), token: 'token' }

  beforeEach(async () => {
    await database.query('delete from production_list where id <> $1', [list.id])
    harness.pass(1000)
    await ask(createMutation, { jobId, templateIds: [templateId], name: 'Later' })
    harness.pass(1000)
  })

  test('a list that changes while a page is read is on a later page, behind those changed before', async () => {
    const changing = changedBeforeItems()
    const pages = []
    let after: string | null = null
    do {
      const request = { orgId: 1, updatedSince: new Date(0), first: 2, after }
      const context = { caller, database: changing }
      const page = await findProductionLists(context, request, new Set(['id']))
      pages.push(page.nodes.map(({ name, version }) => `${name} ${version}`))
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null
    } while (after !== null)
    expect(pages).toEqual([['Later 1'], [`${list.name} 2`]])
  })

  test('a list that changes while it is exported is a later line', async () => {
    const changing = changedBeforeItems()
    const wanted = { caller, orgId: 1, updatedSinceMs: 0 }
    const chunks = await Array.fromAsync(exportLists(changing, wanted, 'ndjson'))
    const lines = chunks.map((chunk) => JSON.parse(chunk) as List)
    expect(lines.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'Later 1',
      `${list.name} 2`,
    ])
  })
})
