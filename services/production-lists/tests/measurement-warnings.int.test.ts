import { afterAll, describe, expect, test } from 'vitest'
import { createJob } from '../src/testing/create-job.ts'
import { createTemplate } from '../src/testing/create-template.ts'
import { createHarness } from './harness.ts'
import { createMutation } from './list-fields.ts'

const harness = await createHarness()
afterAll(() => harness[Symbol.asyncDispose]())

const { database } = harness

const misspelt = {
  roof: { roof_facet: { area: 2139 }, gutters_eaves: { length: 189, total: 9 } },
  report: { tool: 'drone' },
}
const unknownKeys = [
  'measurements.roof.roof_facet is no known key: nothing is computed from it. Did you mean measurements.roof.roof_facets?',
  'measurements.report is no known key: nothing is computed from it. No known key resembles it.',
]
const template = await createTemplate(database, {
  orgId: 1,
  lines: [
    { name: 'Shingles' },
    { name: 'Underlayment' },
    {
      name: 'Steep charge',
      measure: [{ measure: 'roof_area', pitchAbove: 8 }],
      conditions: [{ measure: 'steep_roof_area', above: 0 }],
    },
    { name: 'Drip edge', measure: [{ measure: 'eaves' }], measurementUnits: 'linear_feet' },
    { name: 'Dumpster', measure: [{ measure: 'job' }], measurementUnits: null },
  ],
})
const missing = [
  'measurements.roof.roof_facets.area is missing and counts as 0, in the template lines "Shingles", "Underlayment".',
  'measurements.roof.pitch is missing and counts as 0, in the template lines "Steep charge".',
]

const newJob = async (measurements: object) =>
  (await createJob(database, { orgId: 1, name: null, measurements })).jobId

async function importInto(jobId: number, measurements: unknown) {
  const { errors, warnings } = await harness.ask(
    `mutation ($jobId: Int!, $measurements: JSON!) {
      jobMeasurementsImport(jobId: $jobId, measurements: $measurements) { measurement { version } }
    }`,
    { jobId, measurements },
  )
  expect(errors).toEqual([])
  return warnings
}

describe('jobMeasurementsImport', () => {
  test('warns of each unknown key', async () => {
    expect(await importInto(await newJob({}), misspelt)).toEqual(unknownKeys)
  })

  test('warns of nothing when all keys are known, or what was measured is a known null', async () => {
    const measurements = { roof: { roof_facets: { area: 2139, total: 12 }, valleys: null } }
    expect(await importInto(await newJob({}), measurements)).toEqual([])
  })
})

test('jobsImport names the first job of an unknown key, and the number of jobs; not those refused', async () => {
  const { data, warnings } = await harness.ask(
    `mutation ($jobs: [JobImport!]!) { jobsImport(orgId: 1, jobs: $jobs) { created errors { index } } }`,
    {
      jobs: [
        { externalIdentifier: 'W-1' },
        { externalIdentifier: 'W-2', measurements: misspelt },
        { externalIdentifier: 'W-3', measurements: { roof: { roof_facet: {} } } },
        { externalIdentifier: ' ', measurements: { rooof: {} } },
      ],
    },
  )
  expect(data.jobsImport).toEqual({ created: 3, errors: [{ index: 3 }] })
  expect(warnings).toEqual([
    'jobs[1].measurements.roof.roof_facet is no known key (in 2 jobs): nothing is computed from it. Did you mean measurements.roof.roof_facets?',
    'jobs[1].measurements.report is no known key: nothing is computed from it. No known key resembles it.',
  ])
})

test('a list is created with a warning of each unknown key, and of each line without its measure', async () => {
  const jobId = await newJob(misspelt)
  const { data, warnings } = await harness.ask(createMutation, {
    jobId,
    templateIds: [template.id],
  })
  const { productionList } = data.projectManagementProductionListCreate
  expect(productionList?.listItems.map(({ name, quantity }) => [name, quantity > 0])).toEqual([
    ['Shingles', false],
    ['Underlayment', false],
    ['Drip edge', true],
    ['Dumpster', true],
  ])
  expect(warnings).toEqual([...unknownKeys, ...missing])
})

test('a recompute warns in its preview and when it is applied', async () => {
  const measurements = {
    roof: { roof_facets: { area: 2139 }, pitch: [], gutters_eaves: { length: 9 } },
  }
  const jobId = await newJob(measurements)
  const created = await harness.ask(createMutation, { jobId, templateIds: [template.id] })
  expect(created.warnings).toEqual([])
  const id = created.data.projectManagementProductionListCreate.productionList?.id
  await importInto(jobId, misspelt)

  const preview = await harness.ask(
    `query ($id: Int!) { projectManagementProductionListRecomputation(id: $id) { digest } }`,
    { id },
  )
  expect(preview.warnings).toEqual([...unknownKeys, ...missing])
  const digest = preview.data.projectManagementProductionListRecomputation?.digest
  const applied = await harness.ask(
    `mutation ($id: Int!, $digest: String!) {
      projectManagementProductionListRecompute(id: $id, digest: $digest) { productionList { version } }
    }`,
    { id, digest },
  )
  expect(applied.errors).toEqual([])
  expect(applied.warnings).toEqual([...unknownKeys, ...missing])
})

test('a template of 300 lines without their measure takes a sentence for each measure', async () => {
  const { id } = await createTemplate(database, {
    orgId: 1,
    lines: Array.from({ length: 300 }, (_, index) => ({ name: `Line ${index}` })),
  })
  const { warnings } = await harness.ask(createMutation, {
    jobId: await newJob({}),
    templateIds: [id],
  })
  expect(warnings).toEqual([
    expect.stringMatching(
      /^measurements\.roof\.roof_facets\.area is missing .* "Line 0", .* "Line 9" and 290 more\.$/,
    ),
  ])
})
