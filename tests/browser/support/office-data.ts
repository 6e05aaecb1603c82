import { readFile } from 'node:fs/promises'
import { createClient } from '../../../services/client/src/client.ts'
import {
  JobMeasurementsImportDocument,
  JobUpsertDocument,
  ProductionListCreateDocument,
  ProductionListByIdDocument,
  ProductionListUpdateDocument,
} from '../../../services/client/src/generated/operations.ts'
import type { ProductionListUpdateMutationVariables } from '../../../services/client/src/generated/operations.ts'
import { graphqlData } from '../../e2e/support/client.ts'
import { sharedDevEnv } from '../../e2e/support/dev-env.ts'
import { required } from '../../support/required.ts'

/** The template of the development data that the tests use: Asphalt Shingle Roof of organization 1. */
const TEMPLATE = 1
const { graphqlUrl, tokens } = sharedDevEnv().details
/** The API as an owner of organization 1 uses it, beside the browser. */
const client = createClient({ url: graphqlUrl, token: tokens.admin })

export const measurementsFile = new URL('../../../docs/examples/measurements.json', import.meta.url)

/** A job that no other test changes. */
export async function createJob(name: string): Promise<number> {
  const { data } = await client.request(JobUpsertDocument, { orgId: 1, name })
  return required(data.jobUpsert?.job?.id)
}

/** Gives a job another name, and the key of another system. */
export async function nameJob(id: number, name: string, externalIdentifier: string): Promise<void> {
  await client.request(JobUpsertDocument, { orgId: 1, id, name, externalIdentifier })
}

/** A job with the measurements of the example. */
export async function createMeasuredJob(name: string): Promise<number> {
  const jobId = await createJob(name)
  await measureJob(jobId)
  return jobId
}

/**
 * Gives a job the measurements of the example as its newest ones.
 * @param area of the roof instead, in square feet
 */
export async function measureJob(jobId: number, area?: number): Promise<void> {
  const measurements = JSON.parse(await readFile(measurementsFile, 'utf8'))
  if (area !== undefined) measurements.roof.roof_facets.area = area
  await client.request(JobMeasurementsImportDocument, { jobId, measurements })
}

/** A list of such a job. */
export async function createList(name: string): Promise<{ jobId: number; listId: number }> {
  const jobId = await createMeasuredJob(name)
  const variables = { jobId, templateIds: [TEMPLATE], name }
  const { data } = await client.request(ProductionListCreateDocument, variables)
  const listId = required(data.projectManagementProductionListCreate?.productionList?.id)
  return { jobId, listId }
}

/** The list as the API has it. */
export async function readList(id: number) {
  const { data } = await client.request(ProductionListByIdDocument, { id })
  return required(data.projectManagementProductionListById)
}

/** Changes a list as another program would. */
export async function changeList(variables: ProductionListUpdateMutationVariables): Promise<void> {
  await client.request(ProductionListUpdateDocument, variables)
}

/** A vendor of organization 1. */
export async function createVendor(vendorName: string): Promise<number> {
  const { vendorCreate } = await graphqlData<{ vendorCreate: { vendor: { id: number } } }>(
    'mutation ($vendor: VendorInput!) { vendorCreate(orgId: 1, vendor: $vendor) { vendor { id } } }',
    { vendor: { vendorName } },
  )
  return vendorCreate.vendor.id
}

export async function archiveVendor(id: number): Promise<void> {
  await graphqlData('mutation ($id: Int!) { vendorArchive(id: $id) { vendor { id } } }', { id })
}
