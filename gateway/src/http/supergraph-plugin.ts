import type { OpenSupergraph } from '../open-supergraph.ts'
import type { GatewayListener, GatewayPlugin } from './gateway-plugin.ts'

/** Tells which supergraph has answered, and records the operation, if operations are recorded. */
export function supergraphPlugin({
  gateway,
  recorder,
}: Pick<OpenSupergraph, 'gateway' | 'recorder'>): GatewayPlugin {
  const listener: GatewayListener = {
    willSendResponse(context) {
      const { schema, response, operation, queryHash, source, document, request } = context
      const version = gateway.versionOf(schema)
      if (version !== undefined) response.http.headers.set('x-supergraph-version', version)
      // There is no operation when the document was refused.
      if (operation === undefined || !queryHash || source === undefined || document === undefined)
        return
      const { operationName } = request
      const { clientName } = context.contextValue
      recorder?.record({ queryHash, source, document, operationName, clientName })
    },
  }
  return { listen: () => listener }
}
