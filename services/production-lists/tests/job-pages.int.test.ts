import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { planOf, typesOf } from '@takeoff/kit/testing/query-plan'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { beforeAll, describe, expect, test } from 'vitest'
import { findJobProgress, listJobs } from '../src/db/jobs/job-reads.ts'
import type { JobPage } from '../src/db/jobs/job-reads.ts'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const JOBS = 50_000
/** A large organization, whose jobs were changed in another order than they were created in. */
const LARGE = 7
const FIRST_CHANGE = Date.UTC(2026, 0, 1)

const harness = await disposeAfterAll(createHarness())
const { database } = harness
const asProcess = await disposeAfterAll(
  openAsProcess(database, { name: 'production-lists', entities, migrations }),
)

beforeAll(async () => {
  await database.query(
    `insert into job (org_id, name, created_at, updated_at)
     select ${LARGE} + n % 2, 'Job ' || n, $1::timestamptz,
       $1::timestamptz + (n::bigint * 7919 % ${JOBS}) * interval '1 second'
     from generate_series(1, ${JOBS * 2}) n`,
    [new Date(FIRST_CHANGE)],
  )
  await database.query('vacuum (analyze) job')
}, 60_000)

async function jobs(variables: object) {
  const { data, errors } = await harness.ask(
    `query ($orgId: Int!, $search: String, $newestFirst: Boolean, $updatedSince: DateTime, $first: Int, $after: String) {
      jobs(orgId: $orgId, search: $search, newestFirst: $newestFirst, updatedSince: $updatedSince, first: $first, after: $after) {
        nodes { id name updatedAt } pageInfo { hasNextPage endCursor }
      }
    }`,
    { orgId: 1, ...variables },
  )
  return { page: data?.jobs, errors }
}

async function walk(variables: object, between: () => Promise<unknown> = async () => undefined) {
  const names: (string | null | undefined)[] = []
  let after: string | null | undefined
  do {
    const { page, errors } = await jobs({ ...variables, first: 2, after })
    expect(errors).toEqual([])
    names.push(...page.nodes.map(({ name }) => name))
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined
    await between()
  } while (after !== undefined)
  return names
}

describe('the pages of jobs', () => {
  const ids = new Map<string, number>()
  beforeAll(async () => {
    for (const [minute, name] of ['First', 'Second', 'Third', 'Fourth', 'Fifth'].entries()) {
      const { jobId } = await createJob(database, { orgId: 1, name, measurements: {} })
      ids.set(name, jobId)
      const changed = (minute * 3) % 5
      await database.query(
        `update job set updated_at = '2026-02-01T10:0${changed}:00Z' where id = ${jobId}`,
      )
    }
  })

  test('come in the order of creation, or with the newest first', async () => {
    expect(await walk({})).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth'])
    expect(await walk({ newestFirst: null })).toHaveLength(5)
    expect(await walk({ newestFirst: true })).toEqual([
      'Fifth',
      'Fourth',
      'Third',
      'Second',
      'First',
    ])
    expect(await walk({ newestFirst: true, search: 'fi' })).toEqual(['Fifth', 'First'])
  })

  test('with updatedSince come in the order of changes, from that time on', async () => {
    const since = { updatedSince: '2026-02-01T10:02:00.000Z' }
    expect(await walk(since)).toEqual(['Fifth', 'Second', 'Fourth'])
    expect(await walk({ ...since, search: 'f' })).toEqual(['Fifth', 'Fourth'])
    expect(await walk({ updatedSince: '2026-02-01T10:05:00.000Z' })).toEqual([])
  })

  test('return a job again that is changed while they are read', async () => {
    let isChanged = false
    const names = await walk({ updatedSince: '2026-02-01T00:00:00.000Z' }, async () => {
      if (isChanged) return
      isChanged = true
      await database.query(
        `update job set updated_at = '2026-02-01T10:30:00Z' where id = ${ids.get('First')}`,
      )
    })
    expect(names).toEqual(['First', 'Third', 'Fifth', 'Second', 'Fourth', 'First'])
  })

  test('refuse newestFirst beside updatedSince, and a cursor of another order', async () => {
    const updatedSince = '2026-01-01T00:00:00.000Z'
    const { errors } = await jobs({ newestFirst: true, updatedSince })
    expect(errors).toMatchObject([
      {
        message:
          'newestFirst must be left out with updatedSince, which gives jobs in the order of their changes.',
        extensions: { code: 'BAD_USER_INPUT', argument: 'newestFirst' },
      },
    ])
    const orders = [{}, { newestFirst: true }, { updatedSince }]
    for (const order of orders) {
      const { page } = await jobs({ ...order, first: 1 })
      const after = page.pageInfo.endCursor
      for (const other of orders) {
        const response = await jobs({ ...other, after })
        const codes = response.errors.map(({ extensions }) => extensions['code'])
        expect(codes).toEqual(other === order ? [] : ['BAD_USER_INPUT'])
      }
    }
  })
})

describe(`among ${JOBS} jobs`, () => {
  const half = new Date(FIRST_CHANGE + (JOBS / 2) * 1000)
  const page = (change: Partial<JobPage>): JobPage => ({
    orgId: LARGE,
    search: undefined,
    order: 'oldest',
    updatedSince: undefined,
    page: { first: 50, after: undefined },
    ...change,
  })

  test.each<[string, JobPage, string]>([
    ['the first page', page({}), 'job_org_id_id_index'],
    ['the newest jobs', page({ order: 'newest' }), 'job_org_id_id_index'],
    [
      'changed jobs',
      page({ order: 'changed', updatedSince: half }),
      'job_org_id_updated_at_id_index',
    ],
    [
      'a later page of changed jobs',
      page({
        order: 'changed',
        updatedSince: new Date(FIRST_CHANGE),
        page: { first: 50, after: { id: 500, updatedAt: half } },
      }),
      'job_org_id_updated_at_id_index',
    ],
  ])('%s are found in their index, in order', async (_name, wanted, index) => {
    const recorder = recordingSql(database)
    await listJobs(recorder, wanted)
    const [sent] = recorder.sent
    const nodes = await planOf(
      asProcess.ofOrganizations([LARGE]),
      sent?.text ?? '',
      sent?.params ?? [],
    )
    expect(typesOf(nodes)).toEqual(['Limit', 'Index Scan'])
    expect(nodes[1]).toMatchObject({ 'Index Name': index, 'Actual Rows': 51 })
  })
})

test('how far jobs are takes one statement for a page, and is of the caller only', async () => {
  const orgId = 3
  const measurements = { roof: { roof_facets: { area: 2194 } } }
  const { id: templateId } = await createTemplate(database, { orgId, lines: [{}] })
  const created: number[] = []
  for (let lists = 0; lists < 3; lists += 1) {
    const { jobId } = await createJob(database, { orgId, name: `With ${lists}`, measurements })
    created.push(jobId)
    for (let n = 0; n < lists; n += 1)
      await harness.ask(createMutation, { jobId, templateIds: [templateId] }, { orgIds: [orgId] })
  }
  await database.query(`delete from job_measurement where job_id = ${created[0]}`)

  const read = (fields: string) =>
    harness.ask(`{ jobs(orgId: ${orgId}) { nodes { name ${fields} } } }`, {}, { orgIds: [orgId] })
  const whole = await read('measurementVersion productionListCount')
  expect(whole.data.jobs.nodes).toEqual([
    { name: 'With 0', measurementVersion: null, productionListCount: 0 },
    { name: 'With 1', measurementVersion: 1, productionListCount: 1 },
    { name: 'With 2', measurementVersion: 1, productionListCount: 2 },
  ])
  expect(whole.sqlStatements).toBe((await read('')).sqlStatements + 1)
  expect(await findJobProgress(asProcess.ofOrganizations([1]), created, [1])).toEqual([])
})
