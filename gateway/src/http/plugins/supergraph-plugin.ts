import type { SwappingGateway } from '../../execution/swapping-gateway.ts'
import type { OperationRecorder } from '../../registry/operation-recorder.ts'
import type { GatewayListener } from './gateway-plugin.ts'

interface ServedSupergraph {
  readonly gateway: SwappingGateway
  /** Undefined when no operations are recorded. */
  readonly recorder: OperationRecorder | undefined
}

/** Names the supergraph that served a request in a header, and records the executed operation, if operations are recorded. */
export function supergraphPlugin({ gateway, recorder }: ServedSupergraph): GatewayListener {
  return {
    willSendResponse(context) {
      const { schema, response, operation, queryHash, source, document, request } = context
      const version = gateway.versionOf(schema)
      if (version !== undefined) response.http.headers.set('x-supergraph-version', version)
      // There is no operation when the document was refused, and no data when it was not executed.
      if (operation === undefined || !queryHash || source === undefined || document === undefined)
        return
      if (response.body.kind === 'single' && response.body.singleResult.data === undefined) return
      const { operationName } = request
      const { clientName } = context.contextValue
      recorder?.record({ queryHash, source, document, operationName, clientName })
    },
  }
}
