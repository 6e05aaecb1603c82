import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server'
import type { RequestContext } from '../execution/request-context.ts'

type Listener = GraphQLRequestListener<RequestContext>
type Resolved = Parameters<NonNullable<Listener['didResolveOperation']>>[0]
type Sent = Parameters<NonNullable<Listener['willSendResponse']>>[0]

/** The hooks of Apollo Server that the fast path calls as well; it waits only for what takes time. */
export interface GatewayListener {
  didResolveOperation?(resolved: Resolved): void | Promise<void>
  willSendResponse?(sent: Sent): void
}

/** What belongs to each request: a check before anybody is asked, or a last touch to the answer. */
export interface GatewayPlugin {
  /** Called for each request, whether Apollo Server answers it or the fast path. */
  listen(): GatewayListener
}

/** As Apollo Server knows plugins. */
export function apolloPlugin(plugin: GatewayPlugin): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart() {
      const listener = plugin.listen()
      return Promise.resolve({
        didResolveOperation: async (resolved) => await listener.didResolveOperation?.(resolved),
        willSendResponse: async (sent) => listener.willSendResponse?.(sent),
      })
    },
  }
}
