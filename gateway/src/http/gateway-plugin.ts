import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server'
import type { RequestContext } from '../execution/request-context.ts'

type Listener = GraphQLRequestListener<RequestContext>
type Resolved = Parameters<NonNullable<Listener['didResolveOperation']>>[0]
type Sent = Parameters<NonNullable<Listener['willSendResponse']>>[0]

/** The hooks of Apollo Server that the fast path calls as well; it awaits only asynchronous results. */
export interface GatewayListener {
  didResolveOperation?(resolved: Resolved): void | Promise<void>
  willSendResponse?(sent: Sent): void
}

/**
 * The gateway's steps for each request: a check before any request to a subgraph, or the completion of the response.
 */
export interface GatewayPlugin {
  /** Called for each request, whether Apollo Server or the fast path executes it. */
  listen(): GatewayListener
}

/** The plugin in Apollo Server's form. */
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

/**
 * Whether no listener refuses an operation. They are called sequentially, and synchronous results are not awaited: a
 * promise for each takes as long as most of their checks.
 */
export function isLetThrough(
  listeners: readonly GatewayListener[],
  resolved: Resolved,
  from = 0,
): boolean | Promise<boolean> {
  const listener = listeners[from]
  if (listener === undefined) return true
  try {
    const checking = listener.didResolveOperation?.(resolved)
    if (checking === undefined) return isLetThrough(listeners, resolved, from + 1)
    return checking.then(
      () => isLetThrough(listeners, resolved, from + 1),
      () => false,
    )
  } catch {
    return false
  }
}
