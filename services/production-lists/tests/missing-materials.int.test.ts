import { afterAll, expect, test } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createHarness } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())
await loadDevelopmentData(harness.database)

const fields =
  'missingMaterials { kind name measure measured measurementUnits code listItemName reason }'

async function createList(jobId: number, templateIds: readonly number[]) {
  const { data, errors } = await harness.ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id listItems { id name quantity } ${fields} }
      }
    }`,
    { jobId, templateIds },
  )
  expect(errors).toEqual([])
  const list = data.projectManagementProductionListCreate.productionList
  if (list === null) throw new Error('a list, please')
  return list
}

async function update(id: number, change: object) {
  const { data, errors } = await harness.ask(
    `mutation ($id: Int!, $listItems: [ListItemUpdate!], $add: [ListItemAdd!], $remove: [Int!]) {
      projectManagementProductionListUpdate(
        id: $id, listItems: $listItems, addListItems: $add, removeListItemIds: $remove
      ) { productionList { ${fields} } }
    }`,
    { id, ...change },
  )
  expect(errors).toEqual([])
  return data.projectManagementProductionListUpdate.productionList?.missingMaterials
}

test('a list lacks what was removed, until an item takes its place', async () => {
  const list = await createList(1, [1, 3])
  expect(list.missingMaterials).toEqual([])
  const ridgeCap = list.listItems.find(({ name }) => name.includes('Ridge Cap'))

  const ridgeCapMissing = {
    kind: 'ridge_cap',
    name: 'Ridge cap',
    measure: 'ridges_hips',
    measured: 123.5,
    measurementUnits: 'linear_feet',
  }
  expect(await update(list.id, { listItems: [{ id: ridgeCap?.id, quantity: 0 }] })).toEqual([
    {
      ...ridgeCapMissing,
      code: 'NO_QUANTITY',
      listItemName: ridgeCap?.name,
      reason: `The property has 123.5 ft of ridges and hips, and the quantity of "${ridgeCap?.name}" is 0.`,
    },
  ])
  expect(await update(list.id, { remove: [ridgeCap?.id] })).toEqual([
    {
      ...ridgeCapMissing,
      code: 'NO_ITEM',
      listItemName: null,
      reason: 'The property has 123.5 ft of ridges and hips, and the list has no ridge cap.',
    },
  ])
  const add = [{ name: 'Hip & Ridge', quantity: 5, quantityUnits: 'BUNDLES', unitCost: 50 }]
  expect(await update(list.id, { add })).toEqual([])
})

test('a page of lists takes two statements for what they lack', async () => {
  for (const ids of [[1], [2], [3]]) await createList(1, ids)
  const read = (selection: string) =>
    harness.ask(`{ projectManagementProductionLists(orgId: 1) { nodes { id ${selection} } } }`)
  const bare = await read('')
  const whole = await read(fields)
  expect(whole.errors).toEqual([])
  expect(whole.data.projectManagementProductionLists.nodes.length).toBeGreaterThan(3)
  expect(whole.sqlStatements).toBe(bare.sqlStatements + 2)
})

test('a list is judged by the measurements that it was computed from, not by newer ones', async () => {
  const list = await createList(3, [1])
  expect(list.missingMaterials).toEqual([])
  const measurements = {
    roof: {
      roof_facets: { area: 1680 },
      gutters_eaves: { length: 104 },
      step_flashing: { length: 20 },
    },
  }
  await harness.ask(
    `mutation ($measurements: JSON!) {
      jobMeasurementsImport(jobId: 3, measurements: $measurements) { job { id } }
    }`,
    { measurements },
  )
  const { data } = await harness.ask(
    `query ($id: Int!) { projectManagementProductionListById(id: $id) { ${fields} } }`,
    { id: list.id },
  )
  expect(data.projectManagementProductionListById?.missingMaterials).toEqual([])
})
