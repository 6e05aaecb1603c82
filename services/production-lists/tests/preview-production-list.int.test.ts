import { afterAll, describe, expect, test } from 'vitest'
import { loadDevelopmentData } from '../src/development-data.ts'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import type { TestCaller } from './harness.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness
await loadDevelopmentData(database)

const OWNER = { scopes: ['lists:read', 'lists:write', 'prices:read'] }
const shared = `
  name measurementVersion templateIds
  laborTotalCost materialPretaxCost materialSalesTax materialTotalCost otherTotalCost
  profitAmount profitMargin totalCost totalPrice
  missingMaterials { kind name measure measured measurementUnits reason }
  listItems {
    name calculatedQuantity quantity quantityUnits measurement measurementUnits listItemGroupName
    color notes pretaxCost taxPercent totalCost totalPrice unitCost wasteFactor tradeType type SKU
    sortOrder vendor { id }
    product { id name manufacturerUrl productType displayName provider { identifier name } sku packages { unit holds of } }
    explanation {
      sentence measure measurementVersion computedMeasurement measurement measurementUnits coverage
      wasteFactor calculatedQuantity carriedIn minimumQuantity rounding roundingStep isCombined
      quantity leftover unitCost unitCostSource priceEffectiveFrom manualFields templateId templateLineId
    }
  }`

async function preview(variables: object, caller: TestCaller = OWNER) {
  const response = await harness.ask(
    `query ($jobId: Int!, $templateIds: [Int!]!, $measurementVersion: Int) {
      projectManagementProductionListPreview(
        jobId: $jobId, templateIds: $templateIds, measurementVersion: $measurementVersion
      ) { orgId jobId ${shared} }
    }`,
    { ...variables },
    caller,
  )
  return { ...response, preview: response.data?.projectManagementProductionListPreview }
}

async function create(variables: object, caller: TestCaller = OWNER) {
  const response = await harness.ask(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { ${shared} }
      }
    }`,
    { ...variables },
    caller,
  )
  return { ...response, list: response.data?.projectManagementProductionListCreate?.productionList }
}

const rowCounts = async () =>
  database.query(`select (select count(*)::int from production_list) as lists,
    (select count(*)::int from list_item) as items,
    (select count(*)::int from outbox_message) as messages,
    (select last_value::int from production_list_id_seq) as ids`)

const roof = await createTemplate(database, { orgId: 1, name: 'Small roof', lines: [{}] })
const archived = await createTemplate(database, { orgId: 1, name: 'Old roof', lines: [{}] })
await database.query(`update template set archived_at = now() where id = ${archived.id}`)
const foreign = await createTemplate(database, { orgId: 2, lines: [{}] })
const measurements = { roof: { roof_facets: { area: 2194 } } }
const job = await createJob(database, { orgId: 1, name: 'Maple Street 214', measurements })
const unmeasured = await createJob(database, { orgId: 1, name: 'Not measured', measurements: {} })
await database.query(`delete from job_measurement where job_id = ${unmeasured.jobId}`)
const foreignJob = await createJob(database, { orgId: 2, name: 'Wharf Street 3', measurements })
const misspelt = await createJob(database, {
  orgId: 1,
  name: 'Misspelt',
  measurements: { roof: { roof_facet: { area: 2194 } } },
})

describe('the preview of a list', () => {
  test.each([
    ['a roof and siding', [1, 3]],
    ['siding and a roof', [3, 1]],
    ['a metal roof', [2]],
    ['fiber cement siding', [4]],
  ])('is field by field the list that is then created: %s', async (_name, templateIds) => {
    const before = await rowCounts()
    const shown = await preview({ jobId: 1, templateIds })
    expect(shown.errors).toEqual([])
    expect(await rowCounts()).toEqual(before)

    const made = await create({ jobId: 1, templateIds })
    const { orgId, jobId, ...list } = shown.preview
    expect({ orgId, jobId }).toEqual({ orgId: 1, jobId: 1 })
    expect(list).toEqual(made.list)
    expect(shown.warnings).toEqual(made.warnings)
    expect(list.listItems.length).toBeGreaterThan(20)
    const sources = new Set(list.listItems.map(({ explanation }) => explanation?.unitCostSource))
    expect(sources).toContain('price-book')
  })

  test('is computed from the version of the measurements that is given', async () => {
    await harness.ask(
      `mutation ($jobId: Int!, $measurements: JSON!) {
        jobMeasurementsImport(jobId: $jobId, measurements: $measurements) { job { id } }
      }`,
      { jobId: job.jobId, measurements: { roof: { roof_facets: { area: 1000 } } } },
    )
    const templateIds = [roof.id]
    const measured = async (measurementVersion?: number | null) => {
      const { preview: list } = await preview({
        jobId: job.jobId,
        templateIds,
        measurementVersion,
      })
      return [list.measurementVersion, list.listItems[0]?.measurement]
    }
    expect(await measured()).toEqual([2, 10])
    expect(await measured(null)).toEqual([2, 10])
    expect(await measured(1)).toEqual([1, 21.94])
  })

  test('hides costs from a caller without prices:read, with one warning', async () => {
    const caller = { granted: { 1: ['lists:read'] } }
    const { preview: list, warnings } = await preview({ jobId: 1, templateIds: [1] }, caller)
    const { laborTotalCost, materialPretaxCost, totalCost, profitMargin, totalPrice } = list
    expect([laborTotalCost, materialPretaxCost, totalCost, profitMargin]).toEqual(
      Array.from({ length: 4 }, () => null),
    )
    expect(totalPrice).toBeGreaterThan(0)
    for (const item of list.listItems) {
      expect(item).toMatchObject({ unitCost: null, pretaxCost: null, totalCost: null })
      expect(item.explanation).toMatchObject({ sentence: null, unitCost: null })
    }
    expect(warnings).toEqual(['Costs and margins are null where the scope prices:read is missing.'])
  })

  test('has the warnings of the list', async () => {
    const variables = { jobId: misspelt.jobId, templateIds: [roof.id] }
    const { warnings } = await preview(variables)
    expect(warnings).toEqual([
      expect.stringContaining('Did you mean measurements.roof.roof_facets?'),
      expect.stringContaining('measurements.roof.roof_facets.area is missing'),
    ])
    expect((await create(variables)).warnings).toEqual(warnings)
  })
})

describe('the preview refuses what creating refuses', () => {
  test.each([
    ['a job of another organization', { jobId: foreignJob.jobId, templateIds: [roof.id] }],
    ['a job that does not exist', { jobId: 2_000_000_000, templateIds: [roof.id] }],
    ['a job without measurements', { jobId: unmeasured.jobId, templateIds: [roof.id] }],
    ['a template of another organization', { jobId: 1, templateIds: [roof.id, foreign.id] }],
    ['an archived template', { jobId: 1, templateIds: [archived.id] }],
    ['no template', { jobId: 1, templateIds: [] }],
    ['a template twice', { jobId: 1, templateIds: [roof.id, roof.id] }],
    ['51 templates', { jobId: 1, templateIds: Array.from({ length: 51 }, (_, id) => id + 1) }],
  ])('%s', async (_name, variables) => {
    const shown = await preview(variables)
    const made = await create(variables)
    const faults = ({ errors }: typeof shown | typeof made) =>
      errors.map(({ message, extensions }) => ({ message, extensions }))
    expect(faults(shown)).toEqual(faults(made))
    expect(shown.errors).toHaveLength(1)
    expect(shown.errors[0]?.extensions['argument']).toMatch(/^(jobId|templateIds)/)
  })

  test('and a version that the measurements do not have', async () => {
    const { errors } = await preview({ jobId: 1, templateIds: [1], measurementVersion: 99 })
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'The measurements of job 1 have no version 99.',
        extensions: { code: 'BAD_USER_INPUT', argument: 'measurementVersion' },
      }),
    ])
  })
})
