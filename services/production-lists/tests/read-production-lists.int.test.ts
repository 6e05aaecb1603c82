import { interceptedSql } from '@takeoff/kit/testing/intercepted-sql'
import { afterAll, describe, expect, test } from 'vitest'
import { findItemsByList } from '../src/db/lists/list-item-reads.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { byIdQuery, byJobQuery, createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask } = harness
const measurements = { roof: { roof_facets: { area: 2139 } } }
const { jobId } = await createJob(database, { orgId: 1, name: 'Maple Street', measurements })
const bare = await createJob(database, { orgId: 1, name: 'Birch Lane', measurements })
const small = await createTemplate(database, {
  orgId: 1,
  lines: Array.from({ length: 60 }, () => ({})),
})
const large = await createTemplate(database, {
  orgId: 1,
  lines: Array.from({ length: 600 }, () => ({})),
})

async function create(templateId: number): Promise<number> {
  const { data } = await ask(createMutation, { jobId, templateIds: [templateId] })
  return data.projectManagementProductionListCreate.productionList.id
}

const first = await create(small.id)
harness.pass(1)
const second = await create(large.id)
const third = await create(small.id)

const byId = async (id: number, caller = {}) => ask(byIdQuery, { id }, caller)
const byJob = async (variables: object, caller = {}) =>
  ask(byJobQuery, { jobId, orgId: 1, ...variables }, caller)

describe('reading lists', () => {
  test('by job and organization returns the newest list, equal to a read by its id', async () => {
    const newest = (await byJob({})).data.projectManagementProductionList
    expect(newest.id).toBe(third)
    expect((await byId(third)).data.projectManagementProductionListById).toEqual(newest)
    expect((await byId(first)).data.projectManagementProductionListById.id).toBe(first)
  })

  test.for([
    ['a job without a list', () => byJob({ jobId: bare.jobId })],
    ['an unknown job', () => byJob({ jobId: 999_999 })],
    ['a job of another organization', () => byJob({ orgId: 2 }, { orgIds: [2] })],
    ['an unknown list', () => byId(999_999)],
    ['a negative id', () => byId(-1)],
    ['a list of another organization', () => byId(first, { orgIds: [2] })],
    ['a caller without any organization', () => byId(first, { orgIds: [] })],
  ] as const)('%s is null without an error', async ([, read]) => {
    const { data, errors } = await read()
    expect(errors).toEqual([])
    expect(Object.values(data)).toEqual([null])
  })

  test.for([
    [60, first],
    [600, second],
  ] as const)('%d items with their products take two statements', async ([count, id]) => {
    const { data, sqlStatements } = await byId(id)
    expect(data.projectManagementProductionListById.listItems).toHaveLength(count)
    expect(sqlStatements).toBe(2)
  })
})

test('a product is found by its id, even while the planner has no statistics', async () => {
  const plan: string[] = []
  const explaining = interceptedSql(database, async (text, params) => {
    const rows = await database.query<Record<string, string>>(`explain ${text}`, params)
    plan.push(...rows.flatMap((row) => Object.values(row)))
    return []
  })
  await findItemsByList(explaining, [second], { orgIds: [1] })
  expect(plan.join('\n')).toContain('product_pkey')
  expect(plan.join('\n')).not.toContain('product_org_id')
})

describe('references from the other subgraph', () => {
  const entities = (representations: object[], caller = {}) =>
    ask(
      `query Entities($representations: [_Any!]!) {
        _entities(representations: $representations) {
          __typename
          ... on ProductionList { id }
          ... on ListItem { id }
          ... on Job { id }
          ... on OrderDocument { documentId: id productionList { id listItems { id } } }
        }
      }`,
      { representations },
      caller,
    )

  test('are read in one statement per type, and returned in the requested order', async () => {
    const { data } = await byId(first)
    const itemIds: number[] = data.projectManagementProductionListById.listItems.map(({ id }) => id)
    const response = await entities([
      ...itemIds.toReversed().map((id) => ({ __typename: 'ListItem', id })),
      { __typename: 'ProductionList', id: second },
      { __typename: 'ProductionList', id: first },
      { __typename: 'Job', id: jobId },
    ])

    expect(response.errors).toEqual([])
    expect(response.data._entities.map(({ id }) => id)).toEqual([
      ...itemIds.toReversed(),
      second,
      first,
      jobId,
    ])
    expect(response.sqlStatements).toBe(3)
  })

  test('of another organization, or malformed, are null', async () => {
    const [item] = (await byId(first)).data.projectManagementProductionListById.listItems
    if (item === undefined) throw new Error('the list has no item')
    const { data, errors } = await entities(
      [
        { __typename: 'ProductionList', id: first, orgId: 2, name: 'forged' },
        { __typename: 'ListItem', id: item.id, orgId: 2 },
        { __typename: 'Job', id: jobId, orgId: 2 },
        { __typename: 'ProductionList', id: '1; drop table job' },
        { __typename: 'ListItem', id: 2 ** 40 },
      ],
      { orgIds: [2] },
    )
    expect(errors).toEqual([])
    expect(data._entities).toEqual([null, null, null, null, null])
  })

  test('need the scope lists:read', async () => {
    const { data, errors } = await entities([{ __typename: 'ProductionList', id: first }], {
      scopes: ['orders:read'],
    })
    expect(data._entities).toEqual([null])
    expect(errors[0]).toMatchObject({ path: ['_entities', 0], extensions: { code: 'FORBIDDEN' } })
  })

  test('a document returns its current list, with all items in two statements', async () => {
    const documents = [first, third, first].map((productionListId, index) => ({
      __typename: 'OrderDocument',
      id: `018f0000-0000-7000-8000-00000000000${index}`,
      productionListId,
    }))
    const { data, sqlStatements } = await entities(documents)
    expect(
      data._entities.map(({ productionList }) => [
        productionList.id,
        productionList.listItems.length,
      ]),
    ).toEqual([
      [first, 60],
      [third, 60],
      [first, 60],
    ])
    expect(sqlStatements).toBe(2)
  })

  test('a document never returns a list of another organization, whatever it says', async () => {
    const { data } = await entities(
      [{ __typename: 'OrderDocument', id: 'x', productionListId: first, orgId: 2 }],
      { orgIds: [2] },
    )
    expect(data._entities).toEqual([
      { __typename: 'OrderDocument', documentId: 'x', productionList: null },
    ])
  })

  test('the list of a document needs the scope lists:read in the organization of the document', async () => {
    const { data, errors } = await entities(
      [{ __typename: 'OrderDocument', id: 'x', productionListId: first, orgId: 1 }],
      { granted: { 1: ['orders:read'], 2: ['lists:read'] } },
    )
    expect(data._entities).toEqual([
      { __typename: 'OrderDocument', documentId: 'x', productionList: null },
    ])
    expect(errors[0]).toMatchObject({
      message: 'This needs the scope lists:read in organization 1.',
      path: ['_entities', 0, 'productionList'],
      extensions: { code: 'FORBIDDEN' },
    })
  })
})
