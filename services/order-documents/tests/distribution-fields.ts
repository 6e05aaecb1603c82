import type { GraphQLResponse, RequestOptions, TestStack } from './test-stack.ts'

const FIELDS = /* GraphQL */ `
  fragment DistributionOrderFields on DistributionOrder {
    id
    orgId
    productionListId
    jobId
    state
    status
    rawStatus
    confirmationNumber
    failure
    createdAt
    updatedAt
    submittedAt
    cancelRequestedAt
    vendor {
      id
    }
    rejectedLines {
      id
      rejectedReason
    }
    order {
      id
      state
      purchaseOrderNumber
      externalIdentifier
      cancelledBy
      cancelReason
      orderDocuments {
        id
      }
      distributionOrder {
        id
      }
      orderListItems {
        id
        sku
        quantity
        listItem {
          id
        }
      }
    }
  }
`

export const operations = {
  projectManagementDistributionOrderCreate: /* GraphQL */ `
    mutation (
      $productionListId: ID!
      $vendorId: Int!
      $listItemIds: [ID!]
      $purchaseOrderNumber: String
      $externalIdentifier: String
      $jobName: String
      $delivery: OrderDeliveryInput
    ) {
      projectManagementDistributionOrderCreate(
        productionListId: $productionListId
        vendorId: $vendorId
        listItemIds: $listItemIds
        purchaseOrderNumber: $purchaseOrderNumber
        externalIdentifier: $externalIdentifier
        jobName: $jobName
        delivery: $delivery
      ) {
        distributionOrder {
          ...DistributionOrderFields
        }
      }
    }
    ${FIELDS}
  `,
  projectManagementDistributionOrderCancel: /* GraphQL */ `
    mutation ($id: ID!) {
      projectManagementDistributionOrderCancel(id: $id) {
        distributionOrder {
          ...DistributionOrderFields
        }
      }
    }
    ${FIELDS}
  `,
  projectManagementDistributionOrder: /* GraphQL */ `
    query ($id: ID!) {
      projectManagementDistributionOrder(id: $id) {
        ...DistributionOrderFields
      }
    }
    ${FIELDS}
  `,
  projectManagementDistributionOrders: /* GraphQL */ `
    query (
      $orgId: Int!
      $productionListId: ID
      $vendorId: Int
      $state: String
      $updatedSince: DateTime
      $needsAttention: Boolean
      $first: Int
      $after: String
    ) {
      projectManagementDistributionOrders(
        orgId: $orgId
        productionListId: $productionListId
        vendorId: $vendorId
        state: $state
        updatedSince: $updatedSince
        needsAttention: $needsAttention
        first: $first
        after: $after
      ) {
        nodes {
          ...DistributionOrderFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
    ${FIELDS}
  `,
} as const

/** Sends one of the operations with every field selected. */
export function ask(
  stack: TestStack,
  name: keyof typeof operations,
  variables: Readonly<Record<string, unknown>>,
  options?: RequestOptions,
): Promise<GraphQLResponse> {
  return stack.graphql({ query: operations[name], variables, ...options })
}
