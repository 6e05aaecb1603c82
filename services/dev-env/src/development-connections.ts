import { readDevelopmentConnections } from '@takeoff/order-documents/development-data'
import type { DevelopmentApi } from './development-api.ts'
import { SIMULATOR_TOKEN } from './service-plans.ts'

const FIND = `query ($id: Int!) { vendor(id: $id) { connection { accountNumber } } }`

const CONNECT = `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
  vendorConnect(id: $id, connection: $connection) { vendor { id } }
}`

interface Found {
  readonly vendor: { readonly connection: object | null }
}

/**
 * Connects the development vendors with the simulated suppliers, through the public API as a user would;
 * one that has a connection keeps it.
 */
export async function connectDevelopmentVendors(api: DevelopmentApi): Promise<void> {
  for (const { vendorId: id, orgId, ...account } of await readDevelopmentConnections()) {
    const { vendor } = await api.read<Found>(orgId, FIND, { id })
    if (vendor.connection !== null) continue
    const connection = { ...account, accessToken: SIMULATOR_TOKEN }
    await api.change(orgId, CONNECT, { id, connection })
  }
}
