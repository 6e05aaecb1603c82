import type { GraphQLResponse, TestStack } from './test-stack.ts'

export const VENDOR = /* GraphQL */ `
  fragment VendorFields on Vendor {
    id
    orgId
    vendorName
    provider {
      identifier
      name
    }
    contactName
    phone
    email
    addressLines
    accountNumber
    archivedAt
    connection {
      provider {
        identifier
        name
      }
      accountNumber
      branch
      connectedAt
    }
  }
`

/** The mutations of a vendor, each selecting every field of the vendor. */
export const mutations = {
  create: `mutation ($orgId: Int!, $vendor: VendorInput!) {
    answer: vendorCreate(orgId: $orgId, vendor: $vendor) { vendor { ...VendorFields } }
  } ${VENDOR}`,
  update: `mutation ($id: Int!, $vendor: VendorUpdate!) {
    answer: vendorUpdate(id: $id, vendor: $vendor) { vendor { ...VendorFields } }
  } ${VENDOR}`,
  archive: `mutation ($id: Int!) {
    answer: vendorArchive(id: $id) { vendor { ...VendorFields } }
  } ${VENDOR}`,
  restore: `mutation ($id: Int!) {
    answer: vendorRestore(id: $id) { vendor { ...VendorFields } }
  } ${VENDOR}`,
  connect: `mutation ($id: Int!, $connection: ProviderConnectionInput!) {
    answer: vendorConnect(id: $id, connection: $connection) { vendor { ...VendorFields } }
  } ${VENDOR}`,
  disconnect: `mutation ($id: Int!) {
    answer: vendorDisconnect(id: $id) { vendor { ...VendorFields } }
  } ${VENDOR}`,
} as const

export interface CallerOptions {
  readonly orgIds?: readonly number[]
  readonly scope?: string
  readonly idempotencyKey?: string
}

/** Sends a query as a user of organization 1 with all scopes by default. */
export async function ask(
  stack: TestStack,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  { orgIds, scope, idempotencyKey }: CallerOptions = {},
): Promise<GraphQLResponse> {
  return stack.graphql({
    query,
    variables,
    token: await stack.token(orgIds, scope),
    idempotencyKey,
  })
}

/** The vendor that a mutation returns; fails when it was refused. */
export async function vendorOf(response: Promise<GraphQLResponse>) {
  const { data, errors } = await response
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data.answer.vendor
}
