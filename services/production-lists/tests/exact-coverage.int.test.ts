import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createHarness } from './harness.ts'
import { updateMutation } from './list-fields.ts'
import { productUpsert, templateCreate } from './template-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { ask, database } = harness
const caller = { scopes: ['lists:read', 'lists:write', 'templates:write', 'prices:read'] }

const measurements = { roof: { roof_facets: { area: 2000 } } }
const { jobId } = await createJob(database, { orgId: 1, name: null, measurements })

const fasteners = {
  name: 'Fasteners',
  sku: 'FAST-1',
  packages: [{ unit: 'SQUARE_FEET', holds: 6.75, of: 'PIECES' }],
}
const line = {
  name: 'Fasteners',
  listItemGroupName: 'Roof',
  type: 'MATERIAL',
  measure: [{ measure: 'roof_area' }],
  measurementUnits: 'squares',
  coverage: null,
  quantityUnits: 'PIECES',
  wasteFactor: 0.1,
}

const itemFields =
  'id calculatedQuantity quantity quantityIn(unit: "SQUARES") explanation { coverage sentence }'

let item: { readonly id: number } | undefined
let listId: number

beforeEach(async () => {
  const product = await ask(productUpsert, { orgId: 1, product: fasteners }, caller)
  const productId: number = product.data.productUpsert.product.id
  const template = {
    name: `Roof ${productId}`,
    tradeType: 'ROOF',
    lines: [{ ...line, productId }],
  }
  const saved = await ask(templateCreate, { orgId: 1, template }, caller)
  const templateIds = [saved.data.templateCreate.template.id]
  const { data } = await ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id listItems { ${itemFields} } }
      }
    }`,
    { jobId, templateIds },
    caller,
  )
  const list = data.projectManagementProductionListCreate.productionList
  listId = list.id
  item = list.listItems[0]
})

async function readItem() {
  const { data, errors } = await ask(
    `query ($id: Int!) { projectManagementProductionListById(id: $id) { listItems { ${itemFields} } } }`,
    { id: listId },
    caller,
  )
  expect(errors).toEqual([])
  return data.projectManagementProductionListById.listItems[0]
}

async function changeWaste(wasteFactor: number) {
  const listItems = [{ id: item?.id, wasteFactor }]
  const { errors } = await ask(updateMutation, { id: listId, listItems }, caller)
  expect(errors).toEqual([])
  return readItem()
}

describe('an item whose coverage comes from packages', () => {
  test('is stored with the coverage that its quantity was calculated with', async () => {
    expect(await readItem()).toEqual(item)
    expect(item).toMatchObject({
      calculatedQuantity: 14_850,
      quantity: 14_850,
      quantityIn: 22,
      explanation: { coverage: 0.001_481_481_481_481_48 },
    })
  })

  test('is calculated with it again when the list is changed', async () => {
    expect(await changeWaste(0.2)).toMatchObject({ calculatedQuantity: 16_200, quantity: 16_200 })
  })

  test('proposes no change when it is recomputed', async () => {
    const { data } = await ask(
      `query ($id: Int!) { projectManagementProductionListRecomputation(id: $id) { diff { isEmpty } } }`,
      { id: listId },
      caller,
    )
    expect(data.projectManagementProductionListRecomputation.diff.isEmpty).toBe(true)
  })
})

describe('an item that the previous version has saved', () => {
  test.each([
    ['without an exact coverage', 'exact_coverage = null', 0.001_48],
    ['beside the exact coverage of an earlier rule', 'coverage = 0.005', 0.005],
  ])('%s has the coverage that it saved', async (_name, change, coverage) => {
    await database.query(`update list_item set ${change} where id = $1`, [item?.id])
    expect(await readItem()).toMatchObject({ explanation: { coverage } })
    expect(await changeWaste(0)).toMatchObject({
      calculatedQuantity: Number((20 / coverage).toFixed(5)),
      explanation: { coverage },
    })
  })
})
