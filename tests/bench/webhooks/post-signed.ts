import type { KeyObject } from 'node:crypto'
import { newUuid } from '@takeoff/kit/values/ids'
import { signatureHeaders } from '@takeoff/webhooks/messages/signing'
import type { Agent } from 'undici'

export interface SignedPost {
  readonly url: string
  readonly key: KeyObject
  readonly listId: number
}

/** One POST of the limits: undici and HMAC, nothing else. */
export async function postSigned(agent: Agent, { url, key, listId }: SignedPost): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({
      project_management_production_list_id: listId,
      sales_opportunity_id: 4711,
      job_id: 4711,
      event: 'project-management-production-list-created',
      webhook_id: 1,
    }),
  )
  const { origin, pathname } = new URL(url)
  const response = await agent.request({
    origin,
    path: pathname,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders({ id: newUuid(), at: new Date(), body, keys: [key] }),
    },
    body,
  })
  await response.body.dump()
  if (response.statusCode !== 204)
    throw new Error(`the receiver responded with ${response.statusCode}`)
}
