import type { DevelopmentJob } from '@takeoff/production-lists/development-data'
import type { DevelopmentApi } from './development-api.ts'

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
 * has its list keeps it, and one of a read-only organization may stay without.
 * @returns job id → list id
 */
export async function createDevelopmentLists(
  api: DevelopmentApi,
  jobs: readonly DevelopmentJob[],
): Promise<Map<number, number>> {
  const measured = jobs.filter(({ templateIds }) => templateIds.length > 0)
  const found = await Promise.all(
    measured.map(({ id: jobId, orgId }) => api.read<Found>(orgId, FIND, { jobId, orgId })),
  )
  const lists = new Map<number, number>()
  // Created one after the other, so that a fresh home always has the same ids.
  for (const [index, job] of measured.entries()) {
    const { id: jobId, orgId, templateIds } = job
    const list =
      found[index]?.projectManagementProductionList ??
      (await api.change<Created>(orgId, CREATE, { jobId, templateIds }))
        ?.projectManagementProductionListCreate.productionList
    if (list !== undefined) lists.set(jobId, list.id)
  }
  return lists
}
