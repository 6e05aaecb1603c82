import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { compilingKysely } from '../testing/compiling-kysely.ts'
import { createInsertRows, fromRecords, toRecords } from './records.ts'
import type { Records } from './records.ts'
import { int4, nullable, text } from './sql-types.ts'
import { column, prepared, preparedName, statementsOf } from './statement.ts'
import type { Params } from './statement.ts'

interface Job {
  readonly id: number
  readonly orgId: number
  readonly jobName: string
}

const { statement, plainStatement, statementFor } = statementsOf<{ job: Job }>('a test')
const kysely = compilingKysely()

test('columns have the names of properties in rows, and those of the database in conditions', () => {
  const { text: sent } = statement((db) =>
    db.selectFrom('job as j').where('j.orgId', '=', 1).select(['j.id', 'j.jobName as name']),
  ).compile(kysely)
  expect(sent).toBe(
    'select "j"."id" as "id", "j"."job_name" as "name" from "job" as "j" where "j"."org_id" = $1',
  )
})

test('returned columns and those of inner queries have their names', () => {
  const update = statement((db, $: Params<{ readonly orgId: number }>) =>
    db
      .with('renamed', (inner) =>
        inner.updateTable('job').set({ jobName: 'Roof' }).returning(['id', 'jobName']),
      )
      .updateTable('job')
      .from('renamed as r')
      .set((eb) => ({ jobName: eb.ref('r.jobName') }))
      .whereRef('job.id', '=', 'r.id')
      .where('job.orgId', '=', $.orgId)
      .returning(['job.id', 'job.orgId']),
  )
  expect(update.compile(kysely).text).toBe(
    'with "renamed" as (update "job" set "job_name" = $1 returning "id", "job_name") ' +
      'update "job" set "job_name" = "r"."job_name" from "renamed" as "r" where "job"."id" = "r"."id" ' +
      'and "job"."org_id" = $2 returning "job"."id" as "id", "job"."org_id" as "orgId"',
  )
})

test('parameters are passed by name, each as often as it is used', () => {
  const { text: sent, valuesOf } = plainStatement(
    { one: int4 },
    ($: Params<{ readonly a: number; readonly b: string | undefined }>) =>
      sql`select 1 as one where ${$.a} = ${$.a} or ${$.b} = ${'c'}`,
  ).compile(kysely)
  expect(sent).toBe('select 1 as one where $1 = $2 or $3 = $4')
  expect(valuesOf({ a: 1, b: undefined })).toEqual([1, 1, undefined, 'c'])
})

test('declared columns that are not nullable are required in rows', () => {
  const plain = plainStatement({ a: int4, b: nullable(text) }, () => sql`select 1 as a, null as b`)
  const built = statement((db) =>
    db
      .selectFrom('job')
      .select((eb) => ['id', column('length', int4, eb.fn('length', ['jobName']))]),
  )
  expect(plain.compile(kysely).required).toEqual(['a'])
  expect(built.compile(kysely).required).toEqual(['length'])
})

test('a statement is built once', () => {
  let builds = 0
  const built = statement((db) => {
    builds += 1
    return db.selectFrom('job').select('id')
  })
  expect(built.compile(kysely)).toBe(built.compile(kysely))
  expect(builds).toBe(1)
})

test('connections keep only prepared statements', () => {
  const once = statement((db) => db.selectFrom('job').select('jobName'))
  expect(preparedName(once.compile(kysely).text)).toBeUndefined()
  const { text: sent } = prepared(once).compile(kysely)
  expect(preparedName(sent)).toMatch(/^[\w-]{43}$/)
})

test('a statement has one text for each shape', () => {
  const page = statementFor([{ isNamed: true }], (db, $: Params<{ name: string }>, { isNamed }) =>
    db
      .selectFrom('job')
      .$if(isNamed, (jobs) => jobs.where('jobName', '=', $.name))
      .select('id'),
  )
  expect(page({ isNamed: true })).toBe(page({ isNamed: true }))
  expect(page({ isNamed: false }).compile(kysely).text).not.toContain('where')
})

test('a value without a name, and all columns at once, are refused', () => {
  expect(() => statement((db) => db.selectFrom('job').selectAll()).compile(kysely)).toThrow(
    'a selected value has no name',
  )
})

describe('records', () => {
  test('are JSON with the names of columns', () => {
    expect(toRecords<Job>([{ id: 1, jobName: 'Roof' }])).toBe('[{"id":1,"job_name":"Roof"}]')
  })

  test('are selected like a table', () => {
    const selected = statement((db, $: Params<{ readonly records: Records<Job> }>) =>
      db
        .selectFrom(fromRecords<{ job: Job }, 'job'>('job', $.records).as('r'))
        .select(['r.id', 'r.jobName']),
    )
    expect(selected.compile(kysely).text).toBe(
      'select "r"."id" as "id", "r"."job_name" as "jobName" ' +
        'from jsonb_populate_recordset(null::"job", $1::jsonb) as "r"',
    )
  })

  test('are inserted with one statement, which is not sent without records', async () => {
    const sent: unknown[] = []
    const insertRows = createInsertRows<{ job: Job }>()
    const connection = {
      run(inserted: ReturnType<typeof statement>, params: object) {
        const { text: insert, valuesOf } = inserted.compile(kysely)
        sent.push(insert.replaceAll(/\s+/g, ' '), valuesOf(params))
        return Promise.resolve()
      },
    }
    await insertRows(connection as never, 'job', [])
    await insertRows(connection as never, 'job', [{ id: 1, orgId: 2, jobName: 'Roof' }])
    await insertRows(connection as never, 'job', [{ id: 1, orgId: 2, jobName: 'Roof' }], {
      unlessExists: ['orgId', 'id'],
    })
    const insert =
      'insert into "job" ("id", "org_id", "job_name") select "id", "org_id", "job_name" ' +
      'from jsonb_populate_recordset(null::"job", $1::jsonb)'
    const values = ['[{"id":1,"org_id":2,"job_name":"Roof"}]']
    expect(sent).toEqual([
      insert,
      values,
      `${insert} on conflict ("org_id", "id") do nothing`,
      values,
    ])
  })
})
