import type { DevelopmentJob } from '@takeoff/production-lists/development-data'
import { sendGraphql } from './send-graphql.ts'

const FIND = `query ($jobId: Int!, $orgId: Int!) {
  projectManagementProductionList(jobId: $jobId, orgId: $orgId) { id }
}`

const CREATE = `mutation ($jobId: Int!, $templateIds: [Int!]!) {
  projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) { productionList { id } }
}`

interface Found {
  readonly projectManagementProductionList: { readonly id: number } | null
}

interface Created {
  readonly projectManagementProductionListCreate: {
    readonly productionList: { readonly id: number }
  }
}

/**
 * The lists of the development jobs, computed through the public API as a user's would be; a job that
 * has its list keeps it.
 * @returns job id → list id
 */
export async function createDevelopmentLists(
  graphqlUrl: string,
  jobs: readonly DevelopmentJob[],
  tokenOf: (orgId: number) => string,
): Promise<Map<number, number>> {
  const send = <T>({ orgId }: DevelopmentJob, query: string, variables: object): Promise<T> =>
    sendGraphql<T>(graphqlUrl, tokenOf(orgId), { query, variables })
  const measured = jobs.filter(({ templateIds }) => templateIds.length > 0)
  const found = await Promise.all(
    measured.map((job) => send<Found>(job, FIND, { jobId: job.id, orgId: job.orgId })),
  )
  const lists = new Map<number, number>()
  // Created one after the other, so that a fresh home always has the same ids.
  for (const [index, job] of measured.entries()) {
    const { id: jobId, templateIds } = job
    const list =
      found[index]?.projectManagementProductionList ??
      (await send<Created>(job, CREATE, { jobId, templateIds }))
        .projectManagementProductionListCreate.productionList
    lists.set(jobId, list.id)
  }
  return lists
}
