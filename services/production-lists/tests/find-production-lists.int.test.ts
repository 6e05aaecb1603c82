import { afterAll, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation, listFields, updateMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database, ask, pass } = harness
const measurements = { roof: { roof_facets: { area: 2139 } } }
const query = `query Lists(
  $orgId: Int!, $jobId: Int, $updatedSince: DateTime, $search: String, $first: Int, $after: String
) {
  projectManagementProductionLists(
    orgId: $orgId, jobId: $jobId, updatedSince: $updatedSince, search: $search, first: $first
    after: $after
  ) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
}`

interface Page {
  readonly nodes: readonly { readonly id: number; readonly updatedAt: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

async function read(variables: object = {}, caller = {}): Promise<Page> {
  const { data, errors } = await ask(query, { orgId: 1, ...variables }, caller)
  expect(errors).toEqual([])
  return data.projectManagementProductionLists
}

const idsOf = ({ nodes }: Page) => nodes.map(({ id }) => id)

/** All pages; `between` runs after each. */
async function walk(
  variables: object,
  between: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  const ids: number[] = []
  let after: string | null = null
  for (;;) {
    const page: Page = await read({ first: 3, ...variables, after })
    ids.push(...idsOf(page))
    if (!page.pageInfo.hasNextPage) return ids
    after = page.pageInfo.endCursor
    await between(page)
  }
}

async function create(jobId: number, name: string, orgId = 1): Promise<number> {
  pass(1000)
  const templateId = orgId === 1 ? own.id : foreign.id
  const variables = { jobId, templateIds: [templateId], name }
  const { data } = await ask(createMutation, variables, { orgIds: [orgId] })
  return data.projectManagementProductionListCreate.productionList.id
}

async function rename(id: number, name: string): Promise<string> {
  pass(1000)
  await ask(updateMutation, { id, name })
  const rows = await database.query<{ readonly at: string }>(
    `select to_char(updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
     from production_list where id = $1`,
    [id],
  )
  return rows[0]?.at ?? ''
}

const own = await createTemplate(database, { orgId: 1, lines: [{}, {}] })
const foreign = await createTemplate(database, { orgId: 2, lines: [{}] })
const jobOf = (orgId: number, name: string | null) =>
  createJob(database, { orgId, name, measurements })
const maple = await jobOf(1, 'Maple Street 12')
const birch = await jobOf(1, 'Birch Lane, Żółć')
const nameless = await jobOf(1, null)
const elsewhere = await jobOf(2, 'Maple Street 12')
await database.query('update job set external_identifier = $1 where id = $2', [
  'CRM-2041/b',
  birch.jobId,
])
const lists: number[] = []
for (const [jobId, name] of [
  [maple.jobId, 'Roof'],
  [birch.jobId, 'Roof and siding'],
  [maple.jobId, 'Siding'],
  [nameless.jobId, 'Metal roof (maple brown)'],
  [birch.jobId, 'Gutters'],
  [maple.jobId, 'Roof, second try'],
  [maple.jobId, 'Fascia'],
] as const) {
  lists.push(await create(jobId, name))
}
const theirs = await create(elsewhere.jobId, 'Roof', 2)
const [roof = 0, roofAndSiding = 0, siding = 0, metal = 0, gutters = 0, second = 0, fascia = 0] =
  lists

describe('the lists of an organization', () => {
  test('are returned newest first, in pages', async () => {
    const page = await read({ first: 2 })
    expect(idsOf(page)).toEqual([fascia, second])
    expect(page.pageInfo.hasNextPage).toBe(true)
    const next = await read({ first: 5, after: page.pageInfo.endCursor })
    expect(idsOf(next)).toEqual([gutters, metal, siding, roofAndSiding, roof])
    expect(next.pageInfo.hasNextPage).toBe(false)
    expect(await read({ after: next.pageInfo.endCursor })).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    })
  })

  test('can be limited to one job', async () => {
    expect(await walk({ jobId: birch.jobId, first: 1 })).toEqual([gutters, roofAndSiding])
  })

  test.each([
    ['an unknown job', { jobId: 999_999 }],
    ['a job of another organization', { jobId: elsewhere.jobId }],
    ['words that no list has', { search: 'tiles' }],
    ['a time in the future', { updatedSince: '2100-01-01T00:00:00Z' }],
  ])('are none for %s', async (_name, variables) => {
    expect(idsOf(await read(variables))).toEqual([])
  })

  test('are read with all their items in as many statements as one list', async () => {
    const whole = `query ($first: Int) { projectManagementProductionLists(orgId: 1, first: $first) {
      nodes { ${listFields} } pageInfo { endCursor } } }`
    const one = await ask(whole, { first: 1 })
    const many = await ask(whole, { first: 200 })
    expect(many.data.projectManagementProductionLists.nodes).toHaveLength(lists.length)
    for (const { listItems } of many.data.projectManagementProductionLists.nodes) {
      expect(listItems).toHaveLength(2)
    }
    expect(many.sqlStatements).toBe(one.sqlStatements)
    expect(many.sqlStatements).toBe(2)
  })
})

describe('words', () => {
  test.each([
    ['siding', [siding, roofAndSiding]],
    ['SID', [siding, roofAndSiding]],
    ['roof', [second, metal, roofAndSiding, roof]],
    ['maple', [fascia, second, metal, siding, roof]],
    ['map roof', [second, metal, roof]],
    ['roof, 12!', [second, roof]],
    ['crm-2041', [gutters, roofAndSiding]],
    ['2041 b sid', [roofAndSiding]],
    ['żół', [gutters, roofAndSiding]],
    ['ŻÓŁĆ', [gutters, roofAndSiding]],
    ['oof', []],
    [`'roof':* | !x`, []],
    ['  ', [fascia, second, gutters, metal, siding, roofAndSiding, roof]],
    ['#2', [gutters, roofAndSiding]],
  ])('%j', async (search, expected) => {
    expect(await walk({ search })).toEqual(expected)
  })

  test('match lists of one organization only', async () => {
    expect(idsOf(await read({ orgId: 2, search: 'roof maple' }, { orgIds: [1, 2] }))).toEqual([
      theirs,
    ])
  })

  test('can be combined with a job, a time and pages', async () => {
    const since = '2026-03-14T15:09:29Z'
    expect(await walk({ search: 'roof', jobId: maple.jobId, first: 1 })).toEqual([second, roof])
    expect(await walk({ search: 'maple', updatedSince: since, first: 1 })).toEqual([
      siding,
      metal,
      second,
      fascia,
    ])
  })
})

describe('reading all pages while lists change', () => {
  test('newest first never repeats a list, and misses no existing one', async () => {
    const before = await walk({})
    const seen = await walk({}, async ({ nodes }) => {
      await rename(nodes[0]?.id ?? 0, `again ${nodes[0]?.id}`)
      await rename(roof, `moved ${nodes[0]?.id}`)
      await create(nameless.jobId, 'new')
    })
    expect(seen).toEqual(before)
  })

  test('with updatedSince returns a list that changes meanwhile again, at the end', async () => {
    const since = await rename(siding, 'Siding 2')
    await rename(metal, 'Metal 2')
    await rename(gutters, 'Gutters 2')
    let renamed = false
    const seen = await walk({ updatedSince: since, first: 1 }, async ({ nodes }) => {
      if (nodes[0]?.id !== metal || renamed) return
      renamed = true
      await rename(siding, 'Siding 3')
    })
    expect(seen).toEqual([siding, metal, gutters, siding])
  })

  test('with updatedSince misses none of the lists changed in the same millisecond', async () => {
    const since = await rename(roof, 'Roof 2')
    await database.query('update production_list set updated_at = $1 where org_id = 1', [since])
    expect(await walk({ updatedSince: since, first: 2 })).toEqual(
      (await walk({})).toSorted((a, b) => a - b),
    )
  })
})

describe('a request is refused for', () => {
  const refused = async (variables: object, caller = {}) =>
    (await ask(query, { orgId: 1, ...variables }, caller)).errors[0]?.extensions

  test.each([
    ['first', { first: 0 }],
    ['first', { first: 201 }],
    ['after', { after: 'x' }],
    ['search', { search: 'x'.repeat(201) }],
    ['search', { search: 'a\0b' }],
  ])('an invalid %s', async (argument, variables) => {
    expect(await refused(variables)).toEqual({ code: 'BAD_USER_INPUT', argument })
  })

  test.each([
    ['the other order', { updatedSince: '2026-01-01T00:00:00Z' }],
    ['a job', { jobId: maple.jobId }],
    ['a search', { search: 'roof' }],
    ['another organization', { orgId: 2 }],
  ])('a cursor together with %s', async (_name, variables) => {
    const { pageInfo } = await read({ first: 1 })
    expect(await refused({ ...variables, after: pageInfo.endCursor }, { orgIds: [1, 2] })).toEqual({
      code: 'BAD_USER_INPUT',
      argument: 'after',
    })
  })
})
