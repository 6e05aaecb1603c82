import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { readFileSync } from 'node:fs'
import { selectionsOf } from '@takeoff/kit/testing/selections'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findItems, findItemsByList } from '../src/db/lists/list-item-reads.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const typeDefs = readFileSync(new URL('../schema.graphql', import.meta.url), 'utf8')
const selections = selectionsOf(typeDefs, 'ListItem', { quantityIn: 'unit: "PALLETS"' })

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
const representations: { __typename: 'ListItem'; id: number }[] = []
let listId: number

beforeAll(async () => {
  const measurements = { roof: { roof_facets: { area: 2139 } } }
  const { jobId } = await createJob(database, { orgId: 1, name: 'Maple Street', measurements })
  const { id } = await createTemplate(database, {
    orgId: 1,
    lines: [{ vendorId: 1, notes: 'Ridge first', minimumQuantity: 2 }, { type: 'LABOR' }],
  })
  const { data } = await ask(createMutation, { jobId, templateIds: [id] })
  const { listItems, ...list } = data.projectManagementProductionListCreate.productionList
  listId = list.id
  for (const item of listItems) representations.push({ __typename: 'ListItem', id: item.id })
  await database.query(
    `update product set display_name = 'Shingles', manufacturer_url = 'https://example.com',
       packages = '[{"unit": "PALLETS", "holds": 40, "of": "BUNDLES"}]'`,
  )
})

/** The queries that return list items; `FIELDS` is replaced by the selected fields. */
const reads = {
  'in a list': `query ($id: Int!) {
    projectManagementProductionListById(id: $id) { listItems { FIELDS } }
  }`,
  'as references': `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on ListItem { FIELDS } }
  }`,
}

async function read(query: string, fields: string): Promise<readonly unknown[]> {
  const { data, errors } = await ask(query.replace('FIELDS', fields), {
    id: listId,
    representations,
  })
  expect(errors).toEqual([])
  return data._entities ?? data.projectManagementProductionListById.listItems
}

describe.each(Object.entries(reads))('list items %s', (_name, query) => {
  let whole: readonly unknown[]
  beforeAll(async () => {
    whole = await read(query, selections.join(' '))
  })

  test.each(selections)(
    'have the same %s regardless of the other selected fields',
    async (selection) => {
      expect(whole).toMatchObject(await read(query, selection))
    },
  )

  test('have a value in every field', () => {
    const isNull = (value: unknown): boolean => value === null
    const [first = {}] = whole as object[]
    expect(Object.entries(first).filter(([, value]) => isNull(value))).toEqual([])
  })
})

describe('a read of list items', () => {
  let recorder: ReturnType<typeof recordingSql>
  beforeEach(() => {
    recorder = recordingSql(database)
  })

  test.each([
    ['of lists', findItemsByList],
    ['by id', findItems],
  ])('%s reads only the columns of the selected fields', async (_name, find) => {
    await find(recorder, [1], { orgIds: [1], fields: new Set(['name', 'quantity']) })
    expect(recorder.sent.at(-1)?.text).toMatch(
      /"i"\."id" as "id", "i"\."name" as "name", "i"\."quantity" as "quantity", "i"\."org_id" as "orgId" from/,
    )
  })

  test('reads products only when a field of a product is selected', async () => {
    const planOf = async (field: string): Promise<string> => {
      await findItems(recorder, [1], { orgIds: [1], fields: new Set([field]) })
      const plan = await database.query(`explain ${recorder.sent.at(-1)?.text}`, [[1], [1]])
      return JSON.stringify(plan)
    }
    expect(await planOf('name')).not.toContain('product')
    expect(await planOf('displayName')).toContain('product')
  })

  test('returns nothing of another organization', async () => {
    const ids = representations.map(({ id }) => id)
    const selection = { orgIds: [2], fields: new Set(['name']) }
    expect(await findItems(database, ids, selection)).toEqual([])
    expect(await findItemsByList(database, [listId], selection)).toEqual(new Map())
  })
})
