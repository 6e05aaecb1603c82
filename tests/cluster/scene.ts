import { openOwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import type { OwnDatabases } from '@takeoff/dev-env/postgres/own-databases'
import { createClient } from '../fleet/client.ts'
import type { Client } from '../fleet/client.ts'
import { startReceiver } from '../fleet/receiver.ts'
import type { Receiver } from '../fleet/receiver.ts'
import { createOrganization } from '../support/organization.ts'
import type { Cluster } from './cluster.ts'

/** An organization of the cluster that has what lists and orders need, and a subscription to all events. */
export interface Scene {
  readonly databases: OwnDatabases
  readonly client: Client
  readonly receiver: Receiver
  readonly orgId: number
  readonly jobId: number
  readonly templateId: number
}

export async function openScene(stack: AsyncDisposableStack, cluster: Cluster): Promise<Scene> {
  const { databases: urls, issuer, url } = cluster
  const databases = await openOwnDatabases(stack, urls)
  const organization = stack.use(
    await createOrganization({
      databases: urls,
      mintToken: (request) => issuer.mintToken(request),
    }),
  )
  const { orgId, token } = organization
  const client = createClient(url, token)
  const receiver = stack.use(await startReceiver(client, orgId))
  const vendorId = await organization.createVendor()
  const templateId = await organization.createTemplate([{ name: 'Shingles', vendorId }])
  const jobId = await organization.createJob()
  return { databases, client, receiver, orgId, jobId, templateId }
}
