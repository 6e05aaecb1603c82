import { createOrganization } from '../support/organization.ts'
import type { Stack } from '../support/organization.ts'
import { createClient } from './client.ts'
import type { Client } from './client.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

/** An organization of the fleet that has what lists and orders need, and a subscription to all events. */
export interface Scene {
  readonly client: Client
  readonly receiver: Receiver
  readonly orgId: number
  readonly jobId: number
  readonly templateId: number
}

export async function openScene(
  stack: AsyncDisposableStack,
  fleet: {
    readonly databases: Stack['databases']
    readonly issuer: Pick<Stack, 'mintToken'>
    /** The public endpoint. */
    readonly url: string
  },
): Promise<Scene> {
  const { databases, issuer, url } = fleet
  const organization = stack.use(
    await createOrganization({ databases, mintToken: (request) => issuer.mintToken(request) }),
  )
  const { orgId, token } = organization
  const client = createClient(url, token)
  const receiver = stack.use(await startReceiver(client, orgId))
  const vendorId = await organization.createVendor()
  const templateId = await organization.createTemplate([{ name: 'Shingles', vendorId }])
  const jobId = await organization.createJob()
  return { client, receiver, orgId, jobId, templateId }
}
