import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createOrganization } from '../support/organization.ts'
import type { Organization } from '../support/organization.ts'
import { createLists } from '../support/create-list.ts'
import { operation } from './operation.ts'
import { sendRequest, targetOf } from './request-times.ts'
import { stackCpuSeconds } from './stack-cpu.ts'
import { printTable } from '../support/table.ts'

const WARM_UP = 30
const TIMES = 100
const LINES = 60

interface Measured {
  readonly name: string
  readonly query: string
  readonly variables: (index: number) => object
}

/** Points of operations beside the CPU time that they take over all processes, PostgreSQL included. */
export async function benchCosts(devEnv: DevEnv): Promise<void> {
  await using organization = await createOrganization(devEnv)
  const rows: string[][] = []
  for (const measured of await operationsOf(devEnv, organization)) {
    const { points, cpuMs } = await measure(devEnv, organization.token, measured)
    rows.push([
      measured.name,
      points.toFixed(0),
      cpuMs.toFixed(1),
      ((cpuMs * 1000) / Math.max(1, points)).toFixed(0),
    ])
  }
  printTable(['Operation', 'points', 'CPU ms', 'CPU µs per point'], rows)
  console.log()
}

async function operationsOf(devEnv: DevEnv, organization: Organization): Promise<Measured[]> {
  const { graphqlUrl } = devEnv
  const { orgId } = organization
  const lists = await createLists(organization, { graphqlUrl, lineCount: LINES, listCount: 10 })
  const [list] = lists
  const listOf = (index: number) => lists[index % lists.length]
  const vendorId = await organization.createVendor()
  const templateIds = [
    await organization.createTemplate(
      Array.from({ length: LINES }, (_, index) => ({ name: `Line ${index}`, vendorId })),
    ),
  ]
  const jobIds = await Promise.all(Array.from({ length: 20 }, () => organization.createJob()))
  return [
    { name: 'the smallest query', query: '{ orderProviders { name } }', variables: () => ({}) },
    {
      name: 'a page of 50 jobs',
      query: 'query ($orgId: Int!) { jobs(orgId: $orgId) { nodes { id name } } }',
      variables: () => ({ orgId }),
    },
    {
      name: 'the specification’s list query, 60 items',
      query: await operation('1-production-list'),
      variables: () => ({ jobId: list?.jobId, orgId }),
    },
    {
      name: 'jobUpsert',
      query:
        'mutation ($orgId: Int!, $name: String) { jobUpsert(orgId: $orgId, name: $name) { job { id } } }',
      variables: (index) => ({ orgId, name: `Job ${index}` }),
    },
    {
      name: 'jobsImport, 100 jobs',
      query:
        'mutation ($orgId: Int!, $jobs: [JobImport!]!) { jobsImport(orgId: $orgId, jobs: $jobs) { created } }',
      variables: (index) => ({
        orgId,
        jobs: Array.from({ length: 100 }, (_, n) => ({
          externalIdentifier: `job-${index}-${n}`,
          name: `Job ${n}`,
        })),
      }),
    },
    {
      name: 'projectManagementProductionListCreate, 60 items',
      query:
        'mutation ($jobId: Int!, $templateIds: [Int!]!) { projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) { productionList { id } } }',
      variables: (index) => ({ jobId: jobIds[index % jobIds.length], templateIds }),
    },
    {
      name: 'projectManagementProductionListUpdate, 60 items',
      query:
        'mutation ($id: Int!, $name: String) { projectManagementProductionListUpdate(id: $id, name: $name) { productionList { id } } }',
      variables: (index) => ({ id: listOf(index)?.listId, name: `List ${index} ${Math.random()}` }),
    },
    {
      name: 'projectManagementOrderDocumentCreate, 60 lines',
      query: await operation('4-order-document-create'),
      variables: (index) => ({
        orderDocumentAttributes: { inputHtml: 'supplier', productionListId: listOf(index)?.listId },
      }),
    },
  ]
}

async function measure(
  devEnv: DevEnv,
  token: string,
  { query, variables }: Measured,
): Promise<{ points: number; cpuMs: number }> {
  const send = (index: number): Promise<string> =>
    sendRequest(targetOf(devEnv.graphqlUrl, token, query, variables(index)))
  for (let index = 0; index < WARM_UP; index += 1) await send(index)
  const before = await stackCpuSeconds(devEnv)
  let points = 0
  for (let index = 0; index < TIMES; index += 1) points += requestedOf(await send(WARM_UP + index))
  const seconds = (await stackCpuSeconds(devEnv)) - before
  return { points: points / TIMES, cpuMs: (seconds * 1000) / TIMES }
}

function requestedOf(response: string): number {
  const { extensions } = JSON.parse(response) as {
    readonly extensions: { readonly cost: { readonly requested: number } }
  }
  return extensions.cost.requested
}
