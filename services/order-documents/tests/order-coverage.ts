import type { StubList } from './production-lists-stub.ts'
import type { GraphQLResponse, TestStack } from './test-stack.ts'

const COVERAGE = /* GraphQL */ `
  query ($representations: [_Any!]!) {
    _entities(representations: $representations) {
      ... on ProductionList {
        orderCoverage {
          listItemId
          listItem {
            id
          }
          quantityUnits
          quantity
          ordered
          overOrdered
          left
        }
      }
    }
  }
`

/** Sends a request as the gateway does: with the items from the list's own service. */
export async function requestCoverage(
  stack: TestStack,
  { id, salesOpportunity, listItems }: StubList,
  token?: string,
): Promise<GraphQLResponse> {
  const items = listItems.map((item) => ({
    id: item.id,
    quantity: item.quantity,
    quantityUnits: item.quantityUnits,
    type: item.type,
  }))
  return stack.graphql({
    query: COVERAGE,
    variables: {
      representations: [{ __typename: 'ProductionList', id, salesOpportunity, listItems: items }],
    },
    token,
  })
}

/** The coverage of a list; fails when there is an error. */
export async function coverageOf(stack: TestStack, list: StubList, token?: string) {
  const { data, errors } = await requestCoverage(stack, list, token)
  const [entity] = data._entities
  if (errors !== undefined || entity === undefined) throw new Error(JSON.stringify(errors))
  return entity.orderCoverage
}
