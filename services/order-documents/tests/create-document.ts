import type { GraphQLResponse, RequestOptions, TestStack } from './test-stack.ts'

const CREATE = /* GraphQL */ `
  mutation (
    $attributes: OrderDocumentCreate!
    $purchaseOrderNumber: String
    $externalIdentifier: String
    $listItemIds: [ID!]
  ) {
    projectManagementOrderDocumentCreate(
      orderDocumentAttributes: $attributes
      purchaseOrderNumber: $purchaseOrderNumber
      externalIdentifier: $externalIdentifier
      listItemIds: $listItemIds
    ) {
      orderDocument {
        id
        productionListId
        userId
        createdAt
        updatedAt
        state
        stateDeprecated
        pdf {
          url
          redirectUrl
          filename
          contentType
          byteSize
          checksum
        }
        csv {
          url
          redirectUrl
          filename
          contentType
          byteSize
          checksum
        }
        order {
          id
          externalIdentifier
          purchaseOrderNumber
          createdAt
          updatedAt
          vendor {
            id
            vendorName
            provider {
              identifier
              name
            }
          }
          orderListItems {
            id
            name
            quantity
            sku
            listItem {
              id
            }
          }
        }
      }
    }
  }
`

export interface CreateArguments {
  readonly attributes: {
    readonly productionListId: string | number
    readonly inputHtml?: string | null
    readonly csvPreset?: string | null
    readonly vendorId?: number | null
  }
  readonly purchaseOrderNumber?: string | null
  readonly externalIdentifier?: string | null
  readonly listItemIds?: readonly (string | number)[] | null
}

/** Sends the mutation with every field selected. */
export function sendCreate(
  stack: TestStack,
  variables: CreateArguments,
  options?: RequestOptions,
): Promise<GraphQLResponse> {
  return stack.graphql({ query: CREATE, variables: { ...variables }, ...options })
}

/** The created document; fails when it was refused. */
export async function createDocument(
  stack: TestStack,
  variables: CreateArguments,
  options?: RequestOptions,
) {
  const response = await sendCreate(stack, variables, options)
  if (response.errors !== undefined) throw new Error(JSON.stringify(response.errors))
  return response.data.projectManagementOrderDocumentCreate.orderDocument
}
