import { readDevelopmentConnections } from '@takeoff/order-documents/development-data'
import { sendGraphql } from './send-graphql.ts'
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
export async function connectDevelopmentVendors(
  graphqlUrl: string,
  tokenOf: (orgId: number) => string,
): Promise<void> {
  for (const { vendorId: id, orgId, ...account } of await readDevelopmentConnections()) {
    const send = <T>(query: string, variables: object): Promise<T> =>
      sendGraphql<T>(graphqlUrl, tokenOf(orgId), { query, variables })
    const { vendor } = await send<Found>(FIND, { id })
    if (vendor.connection !== null) continue
    await send(CONNECT, { id, connection: { ...account, accessToken: SIMULATOR_TOKEN } })
  }
}
