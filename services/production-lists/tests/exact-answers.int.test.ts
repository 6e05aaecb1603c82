import type { Sql } from '@takeoff/kit/postgres/sql'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scaled } from '@takeoff/kit/testing/scale'
import { findMeasuredJob } from '../src/db/jobs/measured-job-reads.ts'
import { insertList, withIds } from '../src/db/lists/save-list.ts'
import { Exact } from '../src/domain/exact.ts'
import type { ItemState, ListState } from '../src/domain/lists/list-state.ts'
import { newList } from '../src/domain/lists/new-list.ts'
import { calculateList } from '../src/domain/lists/calculate-list.ts'
import { createJob } from '../src/testing/create-job.ts'
import { itemState } from '../src/testing/list-state.ts'
import { createHarness } from './harness.ts'
import { listFields } from './list-fields.ts'

/** The lists are written with the statements of the service, and read through the API. */
const LISTS = scaled(10_000, 2_000)
const PAGE = 200
const WRITERS = 4
const SEED = 20_260_314

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { database } = harness

const decimal = (max: number, decimals: number) =>
  fc.integer({ min: 0, max: max * 10 ** decimals }).map((n) => n / 10 ** decimals)

const item: fc.Arbitrary<Partial<ItemState>> = fc.record({
  type: fc.constantFrom('MATERIAL', 'LABOR', 'OTHER'),
  computedMeasurement: decimal(5000, 3),
  coverage: fc.integer({ min: 1000, max: 101_000 }).map((n) => n / 1000),
  wasteFactor: decimal(1, 3),
  rounding: fc.constantFrom('whole', 'exact'),
  isCombined: fc.boolean(),
  productId: fc.constant(null),
  minimumQuantity: fc.option(decimal(10, 2), { nil: null }),
  unitCost: decimal(1000, 4),
  taxPercent: decimal(15, 4),
  markup: decimal(2, 4),
})
const list = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
  discount: decimal(1, 2),
})

beforeAll(async () => {
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements: {} })
  const job = await findMeasuredJob(database, jobId, [1])
  if (!job) throw new Error('the job was not made')
  const lists = fc.sample(list, { numRuns: LISTS, seed: SEED }).map(({ items, discount }) => {
    const states = items.map((state, index) =>
      itemState({ ...state, id: -1 - index, templateLineId: null }),
    )
    const calculated = calculateList(newList({ job, name: 'Any', templateIds: [], items: states }))
    return calculateList({
      ...calculated,
      totalDiscount: Math.min(discount, calculated.totalPrice),
    })
  })
  // Concurrent writers, so that the database writes while the next lists are prepared.
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    database.transaction(async (sql) => {
      for (let index = writer; index < LISTS; index += WRITERS) await save(sql, lists[index])
    }),
  )
  await Promise.all(writers)
}, 60_000)

async function save(sql: Sql, state: ListState | undefined): Promise<void> {
  if (state === undefined) return
  await insertList(sql, await withIds(sql, state), { userId: 7, at: new Date(0) })
}

type Figures = Readonly<Record<string, unknown>>
type ReadList = Figures & { readonly listItems: readonly Figures[] }

async function* readAll(): AsyncGenerator<ReadList> {
  let after: string | null = null
  do {
    const { data, errors } = await harness.ask(
      `query ($after: String) { projectManagementProductionLists(orgId: 1, first: ${PAGE}, after: $after) {
        nodes { ${listFields.replace('listItems {', 'listItems { explanation { leftover carriedIn computedMeasurement coverage }')} }
        pageInfo { hasNextPage endCursor }
      } }`,
      { after },
    )
    expect(errors).toEqual([])
    const { nodes, pageInfo } = data.projectManagementProductionLists
    yield* nodes
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null
  } while (after !== null)
}

const decimalsOf: Readonly<Record<string, number>> = {
  profitMargin: 4,
  unitCost: 4,
  taxPercent: 4,
  ...Object.fromEntries(
    ['calculatedQuantity', 'quantity', 'measurement', 'computedMeasurement', 'wasteFactor'].map(
      (name) => [name, 5],
    ),
  ),
  ...Object.fromEntries(['leftover', 'carriedIn', 'coverage'].map((name) => [name, 5])),
}

/** Numbers of a response with more decimals than their field allows; money has 2. */
function artefacts(value: unknown, name = ''): string[] {
  if (typeof value === 'number') {
    const written = JSON.stringify(value)
    const decimals = written.split('.')[1]?.length ?? 0
    return written.includes('e') || decimals > (decimalsOf[name] ?? 2) ? [`${name} ${written}`] : []
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => artefacts(inner, key))
}

function sum(items: readonly Figures[], figure: string, type?: string): number {
  return items
    .filter((each) => type === undefined || each['type'] === type)
    .reduce((total, each) => total.plus(Number(each[figure])), new Exact(0))
    .toNumber()
}

test(`${LISTS} random lists have no binary artefact, and their totals are the sums of their lines`, async () => {
  let count = 0
  for await (const received of readAll()) {
    count += 1
    const { listItems, totalDiscount, totalCost, totalPrice } = received
    expect(artefacts(received)).toEqual([])
    expect(received).toMatchObject({
      materialPretaxCost: sum(listItems, 'pretaxCost', 'MATERIAL'),
      materialTotalCost: sum(listItems, 'totalCost', 'MATERIAL'),
      laborTotalCost: sum(listItems, 'totalCost', 'LABOR'),
      otherTotalCost: sum(listItems, 'totalCost', 'OTHER'),
      totalCost: sum(listItems, 'totalCost'),
      totalPrice: new Exact(sum(listItems, 'totalPrice')).minus(Number(totalDiscount)).toNumber(),
      profitAmount: new Exact(Number(totalPrice)).minus(Number(totalCost)).toNumber(),
    })
  }
  expect(count).toBe(LISTS)
}, 120_000)
