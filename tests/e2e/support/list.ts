import type { NewTemplate } from '@takeoff/production-lists/testing/create-template'
import type { Organization } from '../../support/organization.ts'
import { graphqlData } from './client.ts'
import type { RequestOptions } from './client.ts'

export interface CreatedList {
  readonly jobId: number
  readonly listId: number
  readonly templateId: number
  readonly vendorId: number
  readonly itemIds: readonly number[]
}

/** Creates a list of the lines' items for a new job, all of one new vendor unless a line names another. */
export async function createList(
  organization: Organization,
  lines: NewTemplate['lines'],
  measurements?: unknown,
  request: RequestOptions = {},
): Promise<CreatedList> {
  const vendorId = await organization.createVendor()
  const jobId = await organization.createJob(measurements)
  const templateId = await organization.createTemplate(lines.map((line) => ({ vendorId, ...line })))
  const { projectManagementProductionListCreate: created } = await graphqlData<{
    projectManagementProductionListCreate: {
      productionList: { id: number; listItems: { id: number }[] }
    }
  }>(
    `mutation ($jobId: Int!, $templateIds: [Int!]!) {
      projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
        productionList { id listItems { id } }
      }
    }`,
    { jobId, templateIds: [templateId] },
    { token: organization.token, ...request },
  )
  const { id, listItems } = created.productionList
  return { jobId, listId: id, templateId, vendorId, itemIds: listItems.map((item) => item.id) }
}
