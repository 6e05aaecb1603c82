import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { jobWordsSql } from '../src/db/jobs/job.ts'
import { wordQuery } from '@takeoff/kit/postgres/word-search'
import { sql } from 'kysely'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
beforeEach(() => harness.database.query('truncate idempotency_key'))

const { database } = harness
const fields = `id orgId name externalIdentifier createdAt updatedAt
  measurement { version } measurements { version createdAt userId measurements }`

async function upsert(variables: object, caller?: TestCaller) {
  const response = await harness.ask(
    `mutation ($orgId: Int!, $id: Int, $externalIdentifier: String, $name: String) {
      jobUpsert(orgId: $orgId, id: $id, externalIdentifier: $externalIdentifier, name: $name) {
        job { ${fields} } measurement { version }
      }
    }`,
    { orgId: 1, ...variables },
    caller,
  )
  return { ...response, job: response.data?.jobUpsert?.job }
}

async function importOf(jobId: number, measurements: unknown, caller?: TestCaller) {
  const response = await harness.ask(
    `mutation ($jobId: Int!, $measurements: JSON!) {
      jobMeasurementsImport(jobId: $jobId, measurements: $measurements) {
        job { ${fields} } measurement { version createdAt userId measurements }
      }
    }`,
    { jobId, measurements },
    caller,
  )
  return { ...response, payload: response.data?.jobMeasurementsImport }
}

const jobsQuery = `query ($orgId: Int!, $search: String, $first: Int, $after: String) {
  jobs(orgId: $orgId, search: $search, first: $first, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor }
  }
}`

const countJobs = async () =>
  (await database.query<{ n: number }>('select count(*)::int as n from job'))[0]?.n

describe('a job', () => {
  test('is created with its sales opportunity', async () => {
    const { job, errors } = await upsert({ externalIdentifier: 'A-1', name: 'Maple Street 214' })

    expect(errors).toEqual([])
    expect(job).toMatchObject({
      orgId: 1,
      name: 'Maple Street 214',
      externalIdentifier: 'A-1',
      createdAt: '2026-03-14T15:09:26.535Z',
      updatedAt: '2026-03-14T15:09:26.535Z',
      measurement: null,
      measurements: [],
    })
    expect(
      await database.query('select org_id from sales_opportunity where job_id = $1', [job.id]),
    ).toEqual([{ org_id: 1 }])
  })

  test('is changed by its external identifier; values that are left out stay', async () => {
    const { job } = await upsert({ externalIdentifier: 'A-2', name: 'Before' })
    harness.pass(1000)
    const { job: same } = await upsert({ externalIdentifier: 'A-2' })
    expect(same).toEqual(job)

    const { job: renamed } = await upsert({ externalIdentifier: 'A-2', name: 'After' })
    expect(renamed).toMatchObject({ id: job.id, name: 'After', createdAt: job.createdAt })
    expect(renamed.updatedAt > job.updatedAt).toBe(true)

    expect((await upsert({ externalIdentifier: 'A-2', name: null })).job.name).toBeNull()
  })

  test('is changed by its id, including its external identifier', async () => {
    const { job } = await upsert({ name: 'By id' })
    const { job: named } = await upsert({ id: job.id, externalIdentifier: 'A-3' })
    expect(named).toMatchObject({ id: job.id, name: 'By id', externalIdentifier: 'A-3' })

    const { job: unnamed } = await upsert({ id: job.id, externalIdentifier: null })
    expect(unnamed).toMatchObject({ id: job.id, name: 'By id', externalIdentifier: null })
  })

  test('keeps updatedAt when a request changes nothing', async () => {
    const { job } = await upsert({ externalIdentifier: 'A-4', name: 'Still' })
    harness.pass(1000)
    const again = await upsert({ id: job.id, externalIdentifier: 'A-4', name: 'Still' })
    expect(again.job).toEqual(job)
  })

  test.each([
    ['renamed by id', (id: number) => upsert({ id, name: 'Later' })],
    ['renamed by its key', () => upsert({ externalIdentifier: 'A-8', name: 'Last' })],
    ['measured', (id: number) => importOf(id, { roof: { valleys: { total: 8 } } })],
    [
      'imported',
      () =>
        harness.ask(
          `mutation { jobsImport(orgId: 1, jobs: [{ externalIdentifier: "A-8", name: "Imported" }]) { changed } }`,
        ),
    ],
  ])(
    'has a later updatedAt when it is %s, also by a process whose clock is behind',
    async (_how, change) => {
      const { job } = await upsert({ externalIdentifier: 'A-8' })
      harness.pass(-5000)
      await change(job.id)
      const { job: changed } = await upsert({ externalIdentifier: 'A-8' })
      harness.pass(5000)
      expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(job.updatedAt))
    },
  )

  test('cannot get the external identifier of another job', async () => {
    const { job: first } = await upsert({ externalIdentifier: 'A-5' })
    const { job: second } = await upsert({ name: 'Second' })
    const { errors } = await upsert({ id: second.id, externalIdentifier: 'A-5' })
    expect(errors[0]?.extensions).toMatchObject({ code: 'CONFLICT', jobId: first.id })
  })

  test('of another organization may have the same external identifier', async () => {
    const { job } = await upsert({ externalIdentifier: 'A-6' })
    const other = await upsert({ orgId: 2, externalIdentifier: 'A-6' }, { orgIds: [1, 2] })
    expect(other.job).toMatchObject({ orgId: 2, externalIdentifier: 'A-6' })
    expect(other.job.id).not.toBe(job.id)
  })

  test('is created once by twenty concurrent requests', async () => {
    const before = await countJobs()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        upsert({ externalIdentifier: 'A-7', name: `Twin ${index % 2}` }),
      ),
    )
    expect(responses.flatMap(({ errors }) => errors)).toEqual([])
    expect(new Set(responses.map(({ job }) => job.id)).size).toBe(1)
    expect(await countJobs()).toBe((before ?? 0) + 1)
  })

  test('is created when another one is created with its identifier, and gives it up at once', async () => {
    // After its insert, a request waits for the end of the transaction that holds the lock.
    await database.query(`create function wait_for_rename() returns trigger language plpgsql as
      $$ begin perform pg_advisory_lock_shared(7), pg_advisory_unlock_shared(7); return null; end $$`)
    await database.query(
      'create trigger wait_for_rename after insert on job for each statement execute function wait_for_rename()',
    )
    onTestFinished(async () => void (await database.query('drop function wait_for_rename cascade')))
    const isAwaited = (type: string) => async () =>
      (await database.query('select from pg_locks where not granted and locktype = $1', [type]))
        .length > 0
    const upserting = await database.transaction(async (renaming) => {
      const { started } = await database.transaction(async (creating) => {
        await creating.query(
          `insert into job (org_id, external_identifier, created_at, updated_at) values (1, 'R-1', now(), now())`,
        )
        await renaming.query('select pg_advisory_xact_lock(7)')
        const started = upsert({ externalIdentifier: 'R-1', name: 'Second' })
        await expect.poll(isAwaited('transactionid'), { interval: 5 }).toBe(true)
        return { started }
      })
      await expect.poll(isAwaited('advisory'), { interval: 5 }).toBe(true)
      await renaming.query(
        `update job set external_identifier = 'R-2' where external_identifier = 'R-1'`,
      )
      return { started }
    })
    const { errors, job } = await upserting.started
    expect(errors).toEqual([])
    expect(job).toMatchObject({ externalIdentifier: 'R-1', name: 'Second' })
  })

  test('is changed once by concurrent requests with the same Idempotency-Key', async () => {
    const { job } = await upsert({ name: 'Before' })
    const caller = { idempotencyKey: 'change' }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => upsert({ id: job.id, name: 'After' }, caller)),
    )
    expect(responses.flatMap(({ errors }) => errors)).toEqual([])
    expect(new Set(responses.map((response) => response.job.name))).toEqual(new Set(['After']))
  })

  test('without an external identifier is created once per Idempotency-Key', async () => {
    const caller = { idempotencyKey: 'key 1' }
    const responses = await Promise.all([1, 2, 3].map(() => upsert({ name: 'Once' }, caller)))
    expect(new Set(responses.map(({ job }) => job.id)).size).toBe(1)

    const { errors } = await upsert({ name: 'Else' }, caller)
    expect(errors[0]?.extensions['code']).toBe('IDEMPOTENCY_CONFLICT')
    expect((await upsert({ name: 'Once' })).job.id).not.toBe(responses[0]?.job.id)
  })

  test.for([
    ['an empty externalIdentifier', { externalIdentifier: '' }, 'externalIdentifier'],
    ['a blank externalIdentifier', { externalIdentifier: ' ' }, 'externalIdentifier'],
    ['256 characters', { externalIdentifier: 'x'.repeat(256) }, 'externalIdentifier'],
    ['a NUL', { externalIdentifier: 'a\0b' }, 'externalIdentifier'],
    ['half a character', { externalIdentifier: '\ud800' }, 'externalIdentifier'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 251 characters', { name: 'x'.repeat(251) }, 'name'],
  ] as const)('with %s is refused', async ([, variables, argument]) => {
    const { errors } = await upsert(variables)
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })

  test('with an unknown id is refused', async () => {
    const { errors, job } = await upsert({ id: 2_147_483_647 })
    expect(errors[0]?.extensions['code']).toBe('NOT_FOUND')
    expect(job).toBeUndefined()
  })
})

describe('measurements', () => {
  const measured = { roof: { roof_facets: { area: 2139, total: 12 }, ridges: { length: 80.5 } } }

  test('of two imports in one request, each returns the versions that there are then', async () => {
    const { job } = await upsert({ name: 'Measured twice' })
    const imported = (area: number) => `jobMeasurementsImport(
      jobId: $jobId, measurements: { roof: { roof_facets: { area: ${area} } } }
    ) { job { measurements { version } } }`
    const { data } = await harness.ask(
      `mutation ($jobId: Int!) { first: ${imported(1000)} second: ${imported(2000)} }`,
      { jobId: job.id },
    )

    expect(data).toMatchObject({
      first: { job: { measurements: [{ version: 1 }] } },
      second: { job: { measurements: [{ version: 2 }, { version: 1 }] } },
    })
  })

  test('become a new version and keep unknown keys', async () => {
    const { job } = await upsert({ name: 'Measured' })
    harness.pass(1000)
    const json = { ...measured, report: { by: 'drone', 'a.b': [1, null, { x: '1' }] } }
    const { payload, errors } = await importOf(job.id, json)

    expect(errors).toEqual([])
    expect(payload.measurement).toMatchObject({ version: 1, userId: 7, measurements: json })
    expect(payload.measurement.createdAt > job.updatedAt).toBe(true)
    expect(payload.job).toMatchObject({
      updatedAt: payload.measurement.createdAt,
      measurement: { version: 1 },
    })
    const second = await importOf(job.id, measured)
    expect(second.payload.measurement.version).toBe(2)
    expect(
      second.payload.job.measurements.map((m: { measurements: unknown }) => m.measurements),
    ).toEqual([measured, json])
  })

  test('that equal the newest version are that version, whatever the order of their keys', async () => {
    const { job } = await upsert({ name: 'Measured twice' })
    const first = await importOf(job.id, measured)
    harness.pass(1000)
    const again = await importOf(job.id, {
      roof: { ridges: { length: 80.5 }, roof_facets: { total: 12, area: 2139 } },
    })
    expect(again.payload).toEqual(first.payload)

    await importOf(job.id, {})
    const back = await importOf(job.id, measured)
    expect(back.payload.measurement.version).toBe(3)
  })

  test('imported concurrently get consecutive versions', async () => {
    const { job } = await upsert({ name: 'Measured by many' })
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, total) => importOf(job.id, { roof: { valleys: { total } } })),
    )
    const versions = responses.map(({ payload }) => payload.measurement.version)
    expect(versions.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('never change an already computed list', async () => {
    const { jobId } = await createJob(database, { orgId: 1, name: null, measurements: measured })
    const template = await createTemplate(database, { orgId: 1, lines: [{}] })
    const rows = () =>
      database.query(
        `select l.*, i.* from production_list l join list_item i on i.list_id = l.id where job_id = $1`,
        [jobId],
      )
    await harness.ask(
      `mutation { projectManagementProductionListCreate(jobId: ${jobId}, templateIds: [${template.id}]) {
        productionList { id } } }`,
    )
    const before = await rows()
    await importOf(jobId, { roof: { roof_facets: { area: 9999 } } })

    expect(before).toHaveLength(1)
    expect(await rows()).toEqual(before)
  })

  test.for([
    ['below 0', { roof: { ridges: { length: -1 } } }, 'measurements.roof.ridges.length'],
    ['no numbers', { roof: { pitch: [{ area: 'x' }] } }, 'measurements.roof.pitch[0].area'],
    ['beyond all measure', { extra: { big: 1e22 } }, 'measurements.extra.big'],
    ['no object', 'text', 'measurements'],
    ['above 200 kB', { note: 'x'.repeat(200_000) }, 'measurements'],
  ] as const)('%s are refused', async ([, json, argument]) => {
    const { jobId } = await createJob(database, { orgId: 1, name: null, measurements: {} })
    const { errors } = await importOf(jobId, json)
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
    expect(errors[0]?.message).toContain(argument)
  })

  test('of another organization’s or an unknown job are refused', async () => {
    const { job } = await upsert({})
    for (const [jobId, orgIds] of [
      [job.id, [2]],
      [2_147_483_647, [1]],
    ] as const) {
      const { errors } = await importOf(jobId, measured, { orgIds })
      expect(errors[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', argument: 'jobId' })
    }
  })
})

describe('reading', () => {
  test('a page of jobs with all versions of their measurements takes three statements', async () => {
    for (const count of [1, 5]) {
      for (let index = 0; index < count; index += 1) {
        const { job } = await upsert({ orgId: 10, name: 'Many' }, { orgIds: [10] })
        for (let total = 0; total <= count; total += 1)
          await importOf(job.id, { roof: { valleys: { total } } }, { orgIds: [10] })
      }
      const { data, sqlStatements } = await harness.ask(
        jobsQuery,
        { orgId: 10, first: 200 },
        { orgIds: [10] },
      )
      expect(data.jobs.nodes.length).toBeGreaterThanOrEqual(count)
      expect(data.jobs.nodes.at(-1)?.measurements).toHaveLength(count + 1)
      expect(data.jobs.nodes.at(-1)?.measurement).toEqual({ version: count + 1 })
      expect(sqlStatements).toBe(3)
    }
  })

  test('one job returns a version of its measurements, and nothing for another organization’s job', async () => {
    const { job } = await upsert({ name: 'One' })
    await importOf(job.id, { roof: { valleys: { total: 1 } } })
    await importOf(job.id, { roof: { valleys: { total: 2 } } })
    const query = `query ($id: Int!) { job(id: $id) {
      name newest: measurement { measurements } first: measurement(version: 1) { measurements }
      none: measurement(version: 9) { version } } }`

    expect((await harness.ask(query, { id: job.id })).data.job).toEqual({
      name: 'One',
      newest: { measurements: { roof: { valleys: { total: 2 } } } },
      first: { measurements: { roof: { valleys: { total: 1 } } } },
      none: null,
    })
  })

  test('a list returns all fields of its job', async () => {
    const measurements = { roof: { roof_facets: { area: 100 } } }
    const { jobId } = await createJob(database, { orgId: 1, name: 'Of a list', measurements })
    const template = await createTemplate(database, { orgId: 1, lines: [{}] })
    const { data } = await harness.ask(
      `mutation { projectManagementProductionListCreate(jobId: ${jobId}, templateIds: [${template.id}]) {
        productionList { salesOpportunity { job { id name orgId externalIdentifier
          measurement { version userId measurements } } } } } }`,
    )
    const { productionList } = data.projectManagementProductionListCreate
    expect(productionList.salesOpportunity.job).toEqual({
      id: jobId,
      name: 'Of a list',
      orgId: 1,
      externalIdentifier: null,
      measurement: { version: 1, userId: null, measurements },
    })
  })

  test.for([
    ['maple', ['Maple Street 214']],
    ['MAP str', ['Maple Street 214', 'Upper Map-Street']],
    ['214', ['Maple Street 214']],
    ['17', ['Wharf 3']],
    ['job wharf', ['Wharf 3']],
    ['öl', ['Ölberg 3']],
    ['aple', []],
    ["o'hara", ["O'Hara's place"]],
    ['O’Hara', ["O'Hara's place"]],
    ["o'brien", ['O’Brien – Garage']],
    ['O’BRIEN – garage', ['O’Brien – Garage']],
    ['Main–St', ['Main–Street']],
    ['jose\u0301', ['Jos\u00e9 Nu\u00f1ez']],
    ['jos\u00e9 nun\u0303ez', ['Jos\u00e9 Nu\u00f1ez']],
    ['cafe\u0301', ['Cafe\u0301 Bar']],
    ['caf\u00e9 bar', ['Cafe\u0301 Bar']],
    ['place | wharf & !x:*', []],
    ['🏠', null],
    [' - ', null],
    ['', null],
    [null, null],
  ] as const)('jobs with the words %j', async ([search, expected]) => {
    const names = [
      'Maple Street 214',
      'Upper Map-Street',
      'Ölberg 3',
      "O'Hara's place",
      'O’Brien – Garage',
      'Main–Street',
      'Jos\u00e9 Nu\u00f1ez',
      'Cafe\u0301 Bar',
    ]
    for (const [index, name] of names.entries())
      await upsert({ orgId: 12, externalIdentifier: `S-${index}`, name }, { orgIds: [12] })
    await upsert({ orgId: 12, externalIdentifier: 'JOB-17/b', name: 'Wharf 3' }, { orgIds: [12] })
    await upsert({ orgId: 13, name: 'Maple Street 214' }, { orgIds: [13] })

    const { data, errors } = await harness.ask(jobsQuery, { orgId: 12, search }, { orgIds: [12] })
    expect(errors).toEqual([])
    const found = data.jobs.nodes.map(({ name }) => name)
    expect(found).toEqual(expected ?? [...names, 'Wharf 3'])
  })

  test.for([
    ['no size', { first: 0 }, 'first'],
    ['too large a size', { first: 201 }, 'first'],
    ['an invalid cursor', { after: 'x' }, 'after'],
    ['a long search', { search: 'x'.repeat(251) }, 'search'],
  ] as const)('jobs with %s are refused', async ([, variables, argument]) => {
    const { errors } = await harness.ask(jobsQuery, { orgId: 1, ...variables })
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument })
  })

  test('a search finds words within one organization by an index', async () => {
    await database.query(
      `insert into job (org_id, name, created_at, updated_at)
       select 20 + n % 2, 'Street ' || n, now(), now() from generate_series(1, 40000) n`,
    )
    await database.query('analyze job')
    const words = wordQuery(sql.lit(20), sql.lit("'street':* & '1999':*"))
    const plan = await database.query<Record<string, string>>(
      `explain select id from job where org_id = 20 and ${jobWordsSql} @@ ${words.compile(database.kysely).sql}`,
    )
    expect(JSON.stringify(plan)).toContain('job_search_index')
  })

  test('measurements that exceed the limit of one response are refused; a smaller page is returned', async () => {
    const ids: number[] = []
    const caller = { orgIds: [14] }
    for (let index = 0; index < 3; index += 1) {
      const { job } = await upsert({ orgId: 14, name: `Big ${index}` }, caller)
      ids.push(job.id)
    }
    await database.query(
      `insert into job_measurement (org_id, job_id, version, measurements, created_at)
       select 14, id, v, jsonb_build_object('note', repeat('x', 190000)), now()
       from unnest($1::int[]) as id, generate_series(1, 30) v`,
      [ids],
    )
    const { data, errors } = await harness.ask(jobsQuery, { orgId: 14 }, caller)
    expect(errors[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      argument: 'measurements',
    })
    expect(data).toBeNull()
    const one = await harness.ask(jobsQuery, { orgId: 14, first: 1 }, caller)
    expect(one.errors).toEqual([])
    expect(one.data.jobs.nodes[0]?.measurements).toHaveLength(30)
  })
})

test('a key that its job gives up meanwhile is a conflict that can be repeated', async () => {
  const { job } = await upsert({ name: 'Maple Street' })
  // The update meets the other job's key, which that job has no more when it is looked up.
  await database.query(`create function meet_key() returns trigger language plpgsql as $$ begin
    raise unique_violation; end $$`)
  await database.query(
    'create trigger meet_key before update on job for each row execute function meet_key()',
  )
  onTestFinished(async () => void (await database.query('drop function meet_key cascade')))
  const { errors } = await upsert({ id: job.id, externalIdentifier: 'GIVEN-UP' })
  expect(errors).toMatchObject([
    {
      message: expect.stringMatching(
        /^Other requests change .* Send the request again\.$/,
      ) as string,
      extensions: { code: 'CONFLICT' },
    },
  ])
})
