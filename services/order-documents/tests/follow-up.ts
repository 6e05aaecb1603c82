import type { GraphQLResponse, RequestOptions, TestStack } from './test-stack.ts'

const DOCUMENT = /* GraphQL */ `
  orderDocument {
    id
    state
    pdf {
      url
    }
    order {
      id
      state
      kind
      productionListId
      purchaseOrderNumber
      externalIdentifier
      delivery {
        date
      }
      vendor {
        id
      }
      replaces {
        id
      }
      changes {
        id
      }
      orderListItems {
        id
        name
        quantity
        unitCost
        pretaxCost
        totalCost
        listItem {
          id
        }
        credits {
          id
        }
      }
    }
  }
`

const CANCEL = /* GraphQL */ `
  mutation ($id: ID!, $reason: String) {
    projectManagementOrderCancel(id: $id, reason: $reason) {
      order {
        id
        state
        cancelledAt
        cancelledBy
        cancelReason
        updatedAt
        changeOrders {
          id
          state
          cancelReason
        }
      }
    }
  }
`
const REORDER = /* GraphQL */ `
  mutation ($id: ID!, $purchaseOrderNumber: String, $externalIdentifier: String, $delivery: OrderDeliveryInput, $document: OrderDocumentOptions) {
    projectManagementOrderReorder(
      id: $id
      purchaseOrderNumber: $purchaseOrderNumber
      externalIdentifier: $externalIdentifier
      delivery: $delivery
      document: $document
    ) { ${DOCUMENT} }
  }
`
const CHANGE = /* GraphQL */ `
  mutation ($id: ID!, $additions: [OrderAddition!], $credits: [OrderCredit!], $purchaseOrderNumber: String, $externalIdentifier: String, $delivery: OrderDeliveryInput, $document: OrderDocumentOptions) {
    projectManagementOrderChange(
      id: $id
      additions: $additions
      credits: $credits
      purchaseOrderNumber: $purchaseOrderNumber
      externalIdentifier: $externalIdentifier
      delivery: $delivery
      document: $document
    ) { ${DOCUMENT} }
  }
`

type Variables = Readonly<Record<string, unknown>>

/** The operations on an order, each with every field of interest selected. */
export function followUps(stack: TestStack) {
  const send =
    (query: string) =>
    (variables: Variables, options?: RequestOptions): Promise<GraphQLResponse> =>
      stack.graphql({ query, variables, ...options })
  return { cancel: send(CANCEL), reorder: send(REORDER), change: send(CHANGE) }
}

/** The order of a response; fails when there is none. */
export function orderOf({ data, errors }: GraphQLResponse) {
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  const {
    projectManagementOrderCancel: cancelled,
    projectManagementOrderReorder: reordered,
    projectManagementOrderChange: changed,
  } = data
  return cancelled?.order ?? (reordered ?? changed).orderDocument.order
}

/** The code, message and further extensions of a refusal. */
export function refusalOf({ errors }: GraphQLResponse): Readonly<Record<string, unknown>> {
  const [error, ...others] = errors ?? []
  if (error === undefined || others.length > 0) throw new Error('expected exactly one error')
  const { requestId: _requestId, ...extensions } = error.extensions
  return { message: error.message, ...extensions }
}
