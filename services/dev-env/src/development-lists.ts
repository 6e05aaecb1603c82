import type { DevelopmentJob } from '@takeoff/production-lists/development-data'
import { askGraphql } from './ask-graphql.ts'

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
  const lists = new Map<number, number>()
  // One after the other, so that a fresh home always has the same ids.
  for (const { id: jobId, orgId, templateIds } of jobs) {
    if (templateIds.length === 0) continue
    const ask = <T>(query: string, variables: object): Promise<T> =>
      askGraphql<T>(graphqlUrl, tokenOf(orgId), { query, variables })
    const found = await ask<Found>(FIND, { jobId, orgId })
    const list =
      found.projectManagementProductionList ??
      (await ask<Created>(CREATE, { jobId, templateIds })).projectManagementProductionListCreate
        .productionList
    lists.set(jobId, list.id)
  }
  return lists
}
