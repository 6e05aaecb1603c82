import { sendGraphql } from '@takeoff/dev-env/send-graphql'
import type { Organization } from './organization.ts'

const GROUPS = ['Shingles', 'Underlayment', 'Flashing', 'Ventilation', 'Fasteners']
/** Maximum lines of a template; a longer list is made from several templates. */
const TEMPLATE_LINES_MAX = 1000

/** Creates lists of this many items of one vendor, each for its own job; returns job and list ids. */
export async function createLists(
  organization: Organization,
  {
    graphqlUrl,
    lineCount,
    listCount,
  }: { graphqlUrl: string; lineCount: number; listCount: number },
): Promise<{ jobId: number; listId: number }[]> {
  const vendorId = await organization.createVendor()
  const templateIds: number[] = []
  for (let first = 1; first <= lineCount; first += TEMPLATE_LINES_MAX) {
    const length = Math.min(lineCount - first + 1, TEMPLATE_LINES_MAX)
    const lines = Array.from({ length }, (_, index) => ({
      name: `Architectural Shingles, Weathered Wood ${first + index}`,
      listItemGroupName: GROUPS[index % GROUPS.length] ?? '',
      vendorId,
    }))
    templateIds.push(await organization.createTemplate(lines))
  }
  const lists: { jobId: number; listId: number }[] = []
  while (lists.length < listCount) {
    const jobId = await organization.createJob()
    const { created } = await sendGraphql<Created>(graphqlUrl, organization.token, {
      query: CREATE_LIST,
      variables: { jobId, templateIds },
    })
    lists.push({ jobId, listId: created.productionList.id })
  }
  return lists
}

const CREATE_LIST = `mutation ($jobId: Int!, $templateIds: [Int!]!) {
  created: projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
    productionList { id }
  }
}`

interface Created {
  readonly created: { readonly productionList: { readonly id: number } }
}
