import type { Sql } from '@takeoff/kit/postgres/sql'
import { recordingSql } from '@takeoff/kit/testing/intercepted-sql'
import { planOf } from '@takeoff/kit/testing/query-plan'
import { openAsProcess } from '@takeoff/kit/testing/row-security'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { findNamesakes, listVendors } from '../src/db/vendors/vendor-reads.ts'
import { createVendor } from '../src/testing/create-vendor.ts'
import { startTestStack } from './test-stack.ts'
import type { TestStack } from './test-stack.ts'

const VENDORS = 20_000
const LARGE = 7
const FIRST_CHANGE = Date.UTC(2026, 0, 1)

let stack: TestStack
const ids: number[] = []

/** The vendor with the lowest id was changed last. */
beforeAll(async () => {
  stack = await startTestStack()
  for (const [index, vendorName] of ['First', 'Second', 'Third', 'Fourth'].entries()) {
    const id = await createVendor(stack.database, { orgId: 1, vendorName })
    ids.push(id)
    await stack.database.query(
      `update vendor set updated_at = '2026-02-01T10:0${4 - index}:00Z' where id = ${id}`,
    )
  }
})
afterAll(() => stack[Symbol.asyncDispose]())

async function request(variables: object) {
  return stack.graphql({
    query: `query ($updatedSince: DateTime, $includeArchived: Boolean, $search: String, $first: Int, $after: String) {
      vendors(
        orgId: 1, updatedSince: $updatedSince, includeArchived: $includeArchived, search: $search, first: $first, after: $after
      ) { nodes { vendorName updatedAt } pageInfo { hasNextPage endCursor } }
    }`,
    variables: { ...variables },
  })
}

async function walk(variables: object, between: () => Promise<unknown> = async () => undefined) {
  const names: string[] = []
  let after: string | null | undefined
  do {
    const { data, errors } = await request({ ...variables, first: 1, after })
    expect(errors).toBeUndefined()
    const { nodes, pageInfo } = data.vendors
    names.push(...nodes.map(({ vendorName }) => vendorName))
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
    await between()
  } while (after !== undefined)
  return names
}

test('vendors changed since a time come in the order of their changes', async () => {
  expect(await walk({})).toEqual(['First', 'Second', 'Third', 'Fourth'])
  expect(await walk({ updatedSince: '2026-02-01T10:02:00.000Z' })).toEqual([
    'Third',
    'Second',
    'First',
  ])
  expect(await walk({ updatedSince: '2026-02-01T10:02:00.000Z', search: 'fi' })).toEqual(['First'])
  expect(await walk({ updatedSince: '2026-02-01T10:05:00.000Z' })).toEqual([])
})

test('a vendor that is archived while they are read comes again', async () => {
  const variables = { updatedSince: '2026-02-01T00:00:00.000Z', includeArchived: true }
  let isArchived = false
  const names = await walk(variables, async () => {
    if (isArchived) return
    isArchived = true
    const { errors } = await stack.graphql({
      query: 'mutation ($id: Int!) { vendorArchive(id: $id) { vendor { id } } }',
      variables: { id: ids[3] },
    })
    expect(errors).toBeUndefined()
  })
  expect(names).toEqual(['Fourth', 'Third', 'Second', 'First', 'Fourth'])
  expect(await walk({ updatedSince: variables.updatedSince })).toEqual(['Third', 'Second', 'First'])
})

test('a cursor of another order is refused', async () => {
  const updatedSince = '2026-01-01T00:00:00.000Z'
  for (const [one, other] of [
    [{}, { updatedSince }],
    [{ updatedSince }, {}],
  ]) {
    const { data } = await request({ ...one, first: 1 })
    const { errors } = await request({ ...other, after: data.vendors.pageInfo.endCursor })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'after' })
  }
})

describe(`among ${VENDORS} vendors`, () => {
  beforeAll(async () => {
    await stack.database.query(
      `insert into vendor (org_id, vendor_name, created_at, updated_at)
       select ${LARGE}, 'Vendor ' || n, now(),
         $1::timestamptz + (n::bigint * 7919 % ${VENDORS}) * interval '1 second'
       from generate_series(1, ${VENDORS}) n`,
      [new Date(FIRST_CHANGE)],
    )
    await stack.database.query('vacuum (analyze) vendor')
  })

  /** The plan of the one statement of `work`, with the conditions of the policies. */
  async function nodesOf(work: (sql: Sql) => Promise<unknown>) {
    const recorder = recordingSql(stack.database)
    await work(recorder)
    const [sent] = recorder.sent
    const options = { name: 'order-documents', entities, migrations }
    await using asProcess = await openAsProcess(stack.database, options)
    return planOf(asProcess.ofOrganizations([LARGE]), sent?.text ?? '', sent?.params ?? [])
  }

  test('changed ones are found in their index, in order', async () => {
    const updatedSince = new Date(FIRST_CHANGE + (VENDORS / 2) * 1000)
    const page = { first: 50, after: undefined }
    const nodes = await nodesOf((sql) =>
      listVendors(sql, LARGE, { updatedSince, includeArchived: true, page }),
    )
    expect(nodes.slice(0, 2)).toMatchObject([
      { 'Node Type': 'Limit' },
      {
        'Node Type': 'Index Scan',
        'Index Name': 'vendor_org_id_updated_at_index',
        'Actual Rows': 51,
      },
    ])
  })

  test('those of one name are found in its index', async () => {
    const vendor = { id: 0, orgId: LARGE, vendorName: 'VENDOR 77' }
    const nodes = await nodesOf((sql) => findNamesakes(sql, vendor))
    const scans = nodes.filter((node) => node['Index Name'] !== undefined)
    expect(scans).toMatchObject([{ 'Index Name': 'vendor_name_index', 'Actual Rows': 1 }])
    expect(scans[0]?.['Rows Removed by Filter'] ?? 0).toBe(0)
  })
})
