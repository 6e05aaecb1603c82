import { randomUUID } from 'node:crypto'
import { graphqlData } from './client.ts'
import type { RequestOptions } from './client.ts'

/** The smallest update of a list: gives it a unique name. Returns its new version. */
export async function renameList(
  id: number,
  options: RequestOptions & { readonly name?: string },
): Promise<number> {
  const { projectManagementProductionListUpdate: updated } = await graphqlData<{
    projectManagementProductionListUpdate: { productionList: { version: number } }
  }>(
    `mutation ($id: Int!, $name: String!) {
      projectManagementProductionListUpdate(id: $id, name: $name) { productionList { version } }
    }`,
    { id, name: options.name ?? randomUUID() },
    options,
  )
  return updated.productionList.version
}
