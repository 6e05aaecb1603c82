import { GraphQLError, OperationTypeNode } from 'graphql'
import type { OperationDefinitionNode } from 'graphql'
import type { GatewayListener } from './gateway-plugin.ts'

/**
 * @apollo/gateway throws bare errors for an operation that it cannot find, which would be reported as internal errors.
 */
export const requireOperationPlugin: GatewayListener = {
  didResolveOperation({ request, operation }) {
    const violation = operationViolation(operation, request.operationName)
    if (violation === undefined) return
    throw new GraphQLError(violation, {
      extensions: { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } },
    })
  },
}

function operationViolation(
  operation: OperationDefinitionNode | undefined,
  name: string | undefined,
): string | undefined {
  if (operation?.operation === OperationTypeNode.SUBSCRIPTION)
    return 'Subscriptions are not served; send a query or a mutation.'
  if (operation !== undefined) return undefined
  if (name === undefined)
    return 'The document has several operations; name the one to run in operationName.'
  return `The document has no operation named ${JSON.stringify(name)}. Give the name of one that it has.`
}
