import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertRevision } from '../src/db/lists/save-revision.ts'
import { emptyDiff } from '../src/domain/lists/list-diff.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness
const { jobId } = await createJob(database, {
  orgId: 1,
  name: null,
  measurements: { roof: { roof_facets: { area: 2194 } } },
})
const template = await createTemplate(database, { orgId: 1, lines: [{}] })

async function newList(): Promise<number> {
  const { data } = await harness.ask(createMutation, { jobId, templateIds: [template.id] })
  return data.projectManagementProductionListCreate.productionList.id
}

describe('the history of a list', () => {
  const revision = {
    orgId: 1,
    version: 2,
    userId: 7,
    action: 'updated',
    diff: { ...emptyDiff, fields: { name: { from: null, to: 'Front' } } },
    createdAt: new Date(Date.UTC(2026, 2, 14)),
  } as const
  let listId: number

  beforeEach(async () => {
    listId = await newList()
    await insertRevision(database, { ...revision, listId })
  })

  const versions = async () =>
    (
      await database.query<{ version: number }>(
        'select version from production_list_revision where list_id = $1 order by version',
        [listId],
      )
    ).map(({ version }) => version)

  test.for([
    ['changed', 'update production_list_revision set user_id = 8'],
    ['deleted', 'delete from production_list_revision'],
    ['emptied', 'truncate production_list_revision'],
  ] as const)('cannot be %s', async ([, statement]) => {
    const kept = await versions()
    await expect(database.query(statement)).rejects.toThrow('never changed or deleted')
    expect(await versions()).toEqual(kept)
  })

  test('contains each version once', async () => {
    await expect(insertRevision(database, { ...revision, listId })).rejects.toThrow('duplicate key')
  })

  test('is deleted with the list', async () => {
    await database.query('delete from production_list where id = $1', [listId])
    expect(await versions()).toEqual([])
  })
})

test('the history of a list from before migration 007 begins with its current version', async () => {
  await database.query('drop table production_list_revision')
  await database.query('drop function production_list_revision_is_immutable_fn')
  await database.query(`delete from mikro_orm_migrations where name = '007-revisions'`)
  const [{ id }] = (await database.query<{ id: number }>(
    'update production_list set version = 3 returning id',
  )) as [{ id: number }]
  await database.migrate()

  expect(
    await database.query(
      'select version, user_id, action, diff from production_list_revision where list_id = $1',
      [id],
    ),
  ).toEqual([{ version: 3, user_id: 7, action: 'created', diff: emptyDiff }])
})
