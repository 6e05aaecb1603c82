import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findMeasuredJob } from '../src/db/jobs/measured-job-reads.ts'
import { insertList, withIds } from '../src/db/lists/save-list.ts'
import type { ListState } from '../src/domain/lists/list-state.ts'
import { createJob } from '../src/testing/create-job.ts'
import { randomList } from '../src/testing/random-list.ts'
import { createHarness } from './harness.ts'

const LISTS = 100
const SEED = 20_260_314

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
const { database } = harness

async function saveLists(): Promise<readonly ListState[]> {
  const { jobId } = await createJob(database, { orgId: 1, name: null, measurements: {} })
  const job = await findMeasuredJob(database, jobId, [1])
  if (!job) throw new Error('the job was not made')
  return database.transaction(async (sql) => {
    const saved: ListState[] = []
    for (const state of fc.sample(randomList(job), { numRuns: LISTS, seed: SEED })) {
      const list = await withIds(sql, state)
      await insertList(sql, list, { userId: 7, at: new Date(0) })
      saved.push(list)
    }
    return saved
  })
}

const TOTALS = `contractTotalCost laborTotalCost materialPretaxCost materialSalesTax materialTotalCost
  otherTotalCost profitAmount profitMargin totalCost totalDiscount totalPrice`
const FIGURES = `measurement calculatedQuantity quantity wasteFactor unitCost taxPercent markup
  pretaxCost totalCost totalPrice`
const EXPLAINED = 'computedMeasurement coverage carriedIn leftover'

function fieldsOf(state: object, names: string): Record<string, unknown> {
  const wanted = new Set(names.split(/\s+/))
  return Object.fromEntries(Object.entries(state).filter(([name]) => wanted.has(name)))
}

test(`the figures of ${LISTS} random lists are read as they were calculated, to the last digit`, async () => {
  const lists = await saveLists()
  const { data, errors } = await harness.ask(
    `{ projectManagementProductionLists(orgId: 1, first: ${LISTS}) {
      nodes { id ${TOTALS} listItems { ${FIGURES} explanation { ${EXPLAINED} } } }
    } }`,
    {},
    { scopes: ['lists:read', 'prices:read'] },
  )
  expect(errors).toEqual([])
  const read = new Map(data.projectManagementProductionLists.nodes.map((list) => [list.id, list]))
  for (const list of lists) {
    expect(read.get(list.id)).toEqual({
      id: list.id,
      ...fieldsOf(list, TOTALS),
      listItems: list.items.map((item) => ({
        ...fieldsOf(item, FIGURES),
        explanation: fieldsOf(item, EXPLAINED),
      })),
    })
  }
})
