import type { DevelopmentJob } from '@takeoff/production-lists/development-data'

const REQUEST_LIMIT_MS = 30_000

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
      request<T>(graphqlUrl, tokenOf(orgId), { query, variables })
    const found = await ask<Found>(FIND, { jobId, orgId })
    const list =
      found.projectManagementProductionList ??
      (await ask<Created>(CREATE, { jobId, templateIds })).projectManagementProductionListCreate
        .productionList
    lists.set(jobId, list.id)
  }
  return lists
}

async function request<T>(url: string, token: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
  const answer = (await response.json()) as { data?: T; errors?: readonly { message: string }[] }
  if (answer.data && answer.errors === undefined) return answer.data
  const reasons = answer.errors?.map(({ message }) => message) ?? [`HTTP ${response.status}`]
  throw new Error(`The development data could not be loaded: ${reasons.join('; ')}`)
}
