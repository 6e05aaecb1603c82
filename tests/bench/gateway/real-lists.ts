import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { createOrganization } from '../../support/organization.ts'
import { sendRequest, targetOf } from '../request-times.ts'
import type { Target } from '../request-times.ts'
import { createLists } from '../../support/create-list.ts'
import { operation } from '../operation.ts'
import { DOCUMENTS, FULL_QUERY } from './operations.ts'

/** Creates a list of each of these lengths, with its documents, in the real services; returns the request that reads each. */
export async function makeRealLists(
  devEnv: DevEnv,
  lengths: readonly number[],
): Promise<ReadonlyMap<number, Target>> {
  const { graphqlUrl } = devEnv
  await using organization = await createOrganization(devEnv)
  const { token } = organization
  const reads = new Map<number, Target>()
  for (const lineCount of lengths) {
    const [list] = await createLists(organization, { graphqlUrl, lineCount, listCount: 1 })
    const create = targetOf(graphqlUrl, token, await operation('4-order-document-create'), {
      orderDocumentAttributes: { inputHtml: 'supplier', productionListId: String(list?.listId) },
      purchaseOrderNumber: 'PO-1001',
    })
    for (let made = 0; made < DOCUMENTS; made += 1) await sendRequest(create)
    reads.set(lineCount, targetOf(graphqlUrl, token, FULL_QUERY, { id: list?.listId }))
  }
  return reads
}
