import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import type { ChangePlace } from '@takeoff/kit/graphql/cursor'
import type { Sql } from '@takeoff/kit/postgres/sql'
import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import type { SentStatement } from '@takeoff/kit/testing/intercepted-sql'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { planOf, typesOf } from '@takeoff/kit/testing/query-plan'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { entities } from '../src/db/entities.ts'
import {
  paramsOf,
  selectNewest,
  selectPage,
  shapeOf,
} from '../src/db/lists/production-list-pages.ts'
import type { ListFilter } from '../src/db/lists/production-list-pages.ts'
import { findListPage, findNewestList } from '../src/db/lists/production-list-reads.ts'
import { migrations } from '../src/db/migrations.ts'
import { statement, statementFor } from '../src/db/statements.ts'
import { searchPrefixes } from '@takeoff/kit/postgres/word-search'

const LISTS = 200_000
const LISTS_OF_OTHERS = 20_000
const JOBS = 10_000
/** Maximum number of rows that are sorted for one page. */
const SORTED_MAX = 1_000
const FIRST_CHANGE = Date.UTC(2026, 0, 1)
const FILL_TIMEOUT_MS = 60_000

const options = { name: 'production-lists', entities, migrations }
const database = await disposeAfterAll(createTestDatabase(options))
/** Plans with the conditions of the policies. */
const asProcess = await disposeAfterAll(openAsProcess(database, options))

/** Every second job is of organization 2 until that has all of its jobs, so that the table mixes both. */
beforeAll(async () => {
  await database.query(
    `insert into job (org_id, name, external_identifier, created_at, updated_at)
     select 1 + (n % 2) * (n <= ${JOBS / 5})::int,
       format('Job %s %s Street', n, (array['Maple', 'Oak', 'Birch', 'Elm'])[1 + n % 4]),
       'CRM-' || n, now(), now()
     from generate_series(1, ${JOBS}) n`,
  )
  await database.query(
    `insert into job_measurement (org_id, job_id, version, measurements, created_at)
     select org_id, id, 1, '{}', now() from job`,
  )
  await database.query('insert into sales_opportunity (org_id, job_id) select org_id, id from job')
  await fill(1, LISTS)
  await fill(2, LISTS_OF_OTHERS)
  await vacuum('production_list')
  await vacuum('job')
}, FILL_TIMEOUT_MS)

/** Repeated while an older snapshot, such as that of an automatic analysis, keeps pages from being marked as visible to all. */
async function vacuum(table: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await database.query(`vacuum (analyze) ${table}`)
      const pages = await database.query(
        'select relpages - relallvisible as hidden from pg_class where relname = $1',
        [table],
      )
      expect(pages).toEqual([{ hidden: 0 }])
    },
    { timeout: FILL_TIMEOUT_MS / 2, interval: 100 },
  )
}

/** The order of changes differs from that of ids; each two lists share a millisecond. */
function fill(orgId: number, count: number): Promise<unknown> {
  return database.query(
    `with jobs as (select id, row_number() over (order by id) - 1 as place from job where org_id = $1)
     insert into production_list (org_id, job_id, measurement_id, template_ids, removed_line_ids, created_by, name, version,
       created_at, updated_at, labor_total_cost, material_pretax_cost, material_sales_tax,
       material_total_cost, other_total_cost, profit_amount, profit_margin, total_cost, total_price)
     select $1, j.id, m.id, '{}', '{}', 1,
       case when n % 1000 = 7 then 'Copper bay ' || n else (array['Roof', 'Siding', 'Metal roof'])[1 + n % 3] end,
       1, $3::timestamptz + n * interval '1 second',
       $3::timestamptz + (n::bigint * 7919 % $2 / 2) * interval '2 seconds', 0, 0, 0, 0, 0, 0, 0, 0, 0
     from generate_series(1, $2::int) n
     join jobs j on j.place = n % (select count(*) from jobs)
     join job_measurement m on m.job_id = j.id`,
    [orgId, count, new Date(FIRST_CHANGE)],
  )
}

const all: ListFilter = {
  orgId: 1,
  jobId: undefined,
  updatedSinceMs: undefined,
  prefixes: [],
}
const half = FIRST_CHANGE + (LISTS / 2) * 1000
const pageIds = statementFor([], selectPage)
const newestId = statement(selectNewest)

type Read = (sql: Sql) => Promise<unknown>

const page = (change: Partial<ListFilter>, after?: ChangePlace): Read => {
  const filter = { ...all, ...change }
  return (sql) => sql.rows(pageIds(shapeOf(filter)), paramsOf({ filter, after, limit: 51 }))
}

const nodesOf = ({ text, params }: SentStatement) =>
  planOf(asProcess.ofOrganizations([1]), text, params)

/** The nodes of the plan of the one statement that `read` sends. */
async function nodesOfRead(read: Read) {
  const recorder = recordingSql(database)
  await read(recorder)
  const [sent] = recorder.sent as [SentStatement]
  return nodesOf(sent)
}

describe(`among ${LISTS} lists`, () => {
  test.each<[string, Read, string]>([
    ['the first page', page({}), 'production_list_org_id_id_index'],
    [
      'a page far behind',
      page({}, { id: 3_000, updatedAt: new Date(0) }),
      'production_list_org_id_id_index',
    ],
    [
      'a page of a job',
      page({ jobId: 5_000 }),
      'production_list_job_id_org_id_id_updated_at_index',
    ],
    [
      'a page of changed lists',
      page({ updatedSinceMs: half }),
      'production_list_org_id_updated_at_id_index',
    ],
    [
      'a later page of changed lists',
      page({ updatedSinceMs: FIRST_CHANGE }, { id: 500, updatedAt: new Date(half) }),
      'production_list_org_id_updated_at_id_index',
    ],
    [
      'the newest of a job',
      (sql) => sql.rows(newestId, { jobId: 5_000, orgId: 1 }),
      'production_list_job_id_org_id_created_at_id_index',
    ],
  ])('%s is found in its index alone, in order', async (_name, read, index) => {
    const nodes = await nodesOfRead(read)
    expect(typesOf(nodes)).toEqual(['Limit', 'Index Only Scan'])
    expect(nodes[1]).toMatchObject({ 'Index Name': index, 'Heap Fetches': 0 })
    expect(nodes[1]?.['Actual Rows']).toBeGreaterThan(0)
    expect(nodes[1]?.['Actual Rows']).toBeLessThanOrEqual(51)
  })

  test('changed lists of a job are found by an index-only scan, and sorted', async () => {
    const nodes = await nodesOfRead(page({ jobId: 5_000, updatedSinceMs: FIRST_CHANGE }))
    expect(typesOf(nodes)).toEqual(['Limit', 'Sort', 'Index Only Scan'])
    expect(nodes[2]?.['Actual Rows']).toBeLessThan(100)
  })

  test.each([
    ['a rare word of lists', 'coppe', 200],
    ['two words of lists', 'copper 199007', 1],
    ['a word of jobs', 'crm 4321', 23],
    ['a word of a list and one of its job', 'bay 10', 200],
  ])('%s is found in the indexes of words', async (_name, search, count) => {
    const prefixes = searchPrefixes(search)
    const nodes = await nodesOfRead(page({ prefixes }))
    expect(typesOf(nodes)).toContain('Bitmap Index Scan')
    expect(typesOf(nodes)).not.toContain('Seq Scan')
    expect(nodes.map((node) => node['Index Name'])).toContain('production_list_search_index')
    expect(nodes.map((node) => node['Index Name'])).toContain('job_search_index')
    const sorts = nodes.filter((node) => node['Node Type'] === 'Sort')
    for (const sort of sorts) expect(sort['Actual Rows']).toBeLessThan(SORTED_MAX)
    const found = await findListPage(asProcess.ofOrganizations([1]), {
      filter: { ...all, prefixes },
      after: undefined,
      limit: 201,
    })
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(count)
  })

  test('complete rows of a page and of the newest list are read by their ids', async () => {
    const recorder = recordingSql(database)
    await findListPage(recorder, { filter: all, after: undefined, limit: 51 })
    await findNewestList(recorder, 5_000, 1)
    expect(recorder.sent).toHaveLength(2)
    for (const statement of recorder.sent) {
      const types = typesOf(await nodesOf(statement))
      expect(types).toContain('Index Only Scan')
      expect(types).not.toContain('Seq Scan')
    }
  })
})

test('reading all pages of an organization repeats and misses no list, while lists change and are created', async () => {
  const filter = { ...all, orgId: 2 }
  const ids: number[] = []
  let after: ChangePlace | undefined
  for (;;) {
    const rows = await findListPage(asProcess.ofOrganizations([2]), { filter, after, limit: 1_000 })
    ids.push(...rows.map(({ id }) => id))
    after = rows.at(-1)
    if (after === undefined) break
    await database.query(
      'update production_list set version = version + 1, updated_at = now() where id = any($1::int[])',
      [[after.id, after.id - 1, after.id + 1]],
    )
  }
  expect(ids).toHaveLength(LISTS_OF_OTHERS)
  expect(new Set(ids).size).toBe(LISTS_OF_OTHERS)
})
