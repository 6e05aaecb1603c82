import { afterAll, describe, expect, test } from 'vitest'
import { createHarness } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness

async function importJobs(orgId: number, jobs: readonly object[]) {
  const { data, ...response } = await harness.ask(
    `mutation ($orgId: Int!, $jobs: [JobImport!]!) {
      jobsImport(orgId: $orgId, jobs: $jobs) {
        created changed unchanged errors { index externalIdentifier path message }
      }
    }`,
    { orgId, jobs },
    { orgIds: [orgId] },
  )
  return { ...response, result: data?.jobsImport }
}

/** The jobs of an organization, without ids and times. */
const contentOf = (orgId: number) =>
  database.query<{ readonly key: string }>(
    `select j.external_identifier as key, j.name, m.version, m.measurements::text as measurements,
       m.user_id as "userId", (select count(*)::int from sales_opportunity where job_id = j.id) as opportunities
     from job j left join job_measurement m on m.job_id = j.id
     where j.org_id = $1 order by key, version`,
    [orgId],
  )

async function isLockAwaited(): Promise<boolean> {
  const waiting = await database.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

const measured = (total: number) => ({ roof: { valleys: { total } } })
const jobsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    externalIdentifier: `J-${from + index}`,
    name: `Street ${from + index}`,
    measurements: measured(from + index),
  }))

const row = (key: string, name: string | null, version: number | null, json: string | null) => ({
  key,
  name,
  version,
  measurements: json,
  userId: 7,
  opportunities: 1,
})

describe('an import of jobs', () => {
  test('counts created, changed and unchanged jobs', async () => {
    const first = await importJobs(1, jobsOf(3))
    expect(first.errors).toEqual([])
    expect(first.result).toEqual({ created: 3, changed: 0, unchanged: 0, errors: [] })

    const again = await importJobs(1, jobsOf(3))
    expect(again.result).toEqual({ created: 0, changed: 0, unchanged: 3, errors: [] })

    const mixed = await importJobs(1, [
      { externalIdentifier: 'J-0', name: 'Renamed' },
      { externalIdentifier: 'J-1', measurements: measured(100) },
      { externalIdentifier: 'J-2' },
      { externalIdentifier: 'J-3', name: null, measurements: null },
    ])
    expect(mixed.result).toEqual({ created: 1, changed: 2, unchanged: 1, errors: [] })
    expect(await contentOf(1)).toEqual([
      row('J-0', 'Renamed', 1, '{"roof": {"valleys": {"total": 0}}}'),
      row('J-1', 'Street 1', 1, '{"roof": {"valleys": {"total": 1}}}'),
      row('J-1', 'Street 1', 2, '{"roof": {"valleys": {"total": 100}}}'),
      row('J-2', 'Street 2', 1, '{"roof": {"valleys": {"total": 2}}}'),
      { ...row('J-3', null, null, null), userId: null },
    ])
  })

  test('saves the valid jobs and names each invalid one by its index', async () => {
    const { result } = await importJobs(2, [
      { externalIdentifier: 'A' },
      { externalIdentifier: 'B', measurements: { roof: { ridges: { length: -1 } } } },
      { externalIdentifier: 'A', name: 'Twin' },
      { externalIdentifier: ' ' },
      { externalIdentifier: 'C', name: 'x'.repeat(251) },
      { externalIdentifier: 'D', measurements: 'text' },
      { externalIdentifier: 'E' },
    ])
    expect(result).toMatchObject({ created: 2, changed: 0, unchanged: 0 })
    expect(result.errors).toMatchObject([
      {
        index: 1,
        externalIdentifier: 'B',
        path: 'measurements.roof.ridges.length',
        message: 'measurements.roof.ridges.length must not be negative.',
      },
      {
        index: 2,
        externalIdentifier: 'A',
        path: 'externalIdentifier',
        message: 'externalIdentifier is that of jobs[0] too; keep one of them.',
      },
      { index: 3, path: 'externalIdentifier', message: 'externalIdentifier must not be blank.' },
      { index: 4, path: 'name' },
      { index: 5, path: 'measurements' },
    ])
    expect((await contentOf(2)).map(({ key }) => key)).toEqual(['A', 'E'])
  })

  test('saves nothing when all jobs are invalid', async () => {
    const { result } = await importJobs(3, [{ externalIdentifier: '' }])
    expect(result).toMatchObject({ created: 0, changed: 0, unchanged: 0, errors: [{ index: 0 }] })
    expect(await contentOf(3)).toEqual([])
  })

  test('takes as many statements for 500 jobs as for one', async () => {
    const one = await importJobs(4, jobsOf(1))
    const many = await importJobs(4, jobsOf(500))
    expect(many.result).toMatchObject({ created: 499, unchanged: 1 })
    expect([one.sqlStatements, many.sqlStatements]).toEqual([6, 6])
  })

  test('that runs concurrently with others of the same jobs creates each job once, in any order', async () => {
    const responses = await Promise.all(
      [0, 1, 2, 3].map((turn) => {
        const jobs = jobsOf(60, 10)
        return importJobs(5, turn % 2 === 0 ? jobs : jobs.toReversed())
      }),
    )
    expect(responses.flatMap(({ errors }) => errors)).toEqual([])
    const sum = (count: 'created' | 'unchanged') =>
      responses.reduce((n, { result }) => n + result[count], 0)
    expect(sum('created')).toBe(60)
    expect(sum('unchanged')).toBe(180)
    expect(await contentOf(5)).toHaveLength(60)
  })

  test('creates a job whose key another one gives up while the import waits for it', async () => {
    await importJobs(6, [{ externalIdentifier: 'K-1', name: 'First' }])
    const importing = await database.transaction(async (sql) => {
      await sql.query(
        `update job set external_identifier = 'K-2' where external_identifier = 'K-1' and org_id = 6`,
      )
      const started = importJobs(6, [
        { externalIdentifier: 'K-1', name: 'Second', measurements: measured(1) },
      ])
      await expect.poll(isLockAwaited, { timeout: 10_000, interval: 5 }).toBe(true)
      return { started }
    })
    const { result } = await importing.started
    expect(result).toEqual({ created: 1, changed: 0, unchanged: 0, errors: [] })
    expect(await contentOf(6)).toEqual([
      row('K-1', 'Second', 1, '{"roof": {"valleys": {"total": 1}}}'),
      { ...row('K-2', 'First', null, null), userId: null },
    ])
  })

  test.for([
    ['no jobs', []],
    ['501 jobs', jobsOf(501)],
  ] as const)('with %s is refused', async ([, jobs]) => {
    const { errors } = await importJobs(1, jobs)
    expect(errors[0]?.extensions['code']).toBe('BAD_USER_INPUT')
  })
})
