import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { createOrganization } from '../support/organization.ts'
import { graphqlData } from './support/client.ts'
import { sharedDevEnv } from './support/dev-env.ts'
import { measureRequest } from './support/measure-request.ts'

const JOBS = 60

const devEnv = sharedDevEnv()
const organization = await disposeAfterAll(createOrganization(devEnv))

async function request<Data>(query: string, variables: object, requestId?: string): Promise<Data> {
  const headers = requestId === undefined ? {} : { 'x-request-id': requestId }
  return graphqlData<Data>(query, { ...variables }, { token: organization.token, headers })
}

interface Job {
  readonly id: number
  readonly state: string
  readonly orders: readonly { readonly id: string; readonly state: string }[]
}

const readJob = async (id: number): Promise<Job> =>
  (
    await request<{ job: Job }>(
      'query ($id: Int!) { job(id: $id) { id state orders { id state } } }',
      { id },
    )
  ).job

test('a job is new, measured, listed and ordered, and listed again when its order is cancelled', async () => {
  const { jobUpsert } = await request<{ jobUpsert: { job: Job } }>(
    'mutation ($orgId: Int!) { jobUpsert(orgId: $orgId, name: "Maple Street") { job { id state orders { id } } } }',
    { orgId: organization.orgId },
  )
  const { id } = jobUpsert.job
  expect(jobUpsert.job).toEqual({ id, state: 'new', orders: [] })

  const imported = await request<{ jobMeasurementsImport: { job: Job } }>(
    `mutation ($id: Int!) {
      jobMeasurementsImport(jobId: $id, measurements: { roof: { roof_facets: { area: 2139 } } }) { job { state } }
    }`,
    { id },
  )
  expect(imported.jobMeasurementsImport.job.state).toBe('measured')

  const vendorId = await organization.createVendor()
  const templateId = await organization.createTemplate([{ vendorId }])
  const { list } = await request<{ list: { productionList: { id: number } } }>(
    `mutation ($id: Int!, $templateIds: [Int!]!) {
      list: projectManagementProductionListCreate(jobId: $id, templateIds: $templateIds) { productionList { id } }
    }`,
    { id, templateIds: [templateId] },
  )
  expect((await readJob(id)).state).toBe('listed')

  await request(
    `mutation ($id: ID!) {
      projectManagementOrderDocumentCreate(orderDocumentAttributes: { productionListId: $id }) {
        orderDocument { id }
      }
    }`,
    { id: list.productionList.id },
  )
  const ordered = await readJob(id)
  expect(ordered).toMatchObject({ state: 'ordered', orders: [{ state: 'placed' }] })

  await request('mutation ($id: ID!) { projectManagementOrderCancel(id: $id) { order { id } } }', {
    id: ordered.orders[0]?.id,
  })
  expect(await readJob(id)).toMatchObject({ state: 'listed', orders: [{ state: 'cancelled' }] })
})

test(`states and orders of ${JOBS} jobs take two statements in one request beyond the jobs`, async () => {
  for (let n = 0; n < JOBS; n += 1) await organization.createJob()
  const { result, cost } = await measureRequest(devEnv, (requestId) =>
    request<{ jobs: { nodes: readonly Job[] } }>(
      `query ($orgId: Int!, $first: Int!) {
        jobs(orgId: $orgId, newestFirst: true, first: $first) { nodes { id state orders { id } } }
      }`,
      { orgId: organization.orgId, first: JOBS },
      requestId,
    ),
  )
  expect(result.jobs.nodes.map(({ state }) => state)).toEqual(
    Array.from({ length: JOBS }, () => 'measured'),
  )
  expect(cost).toEqual({ requests: 2, sqlStatements: 4 })
})
