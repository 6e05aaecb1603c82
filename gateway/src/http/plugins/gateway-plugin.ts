import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server'
import type { RequestContext } from '../../execution/request-context.ts'

type Listener = GraphQLRequestListener<RequestContext>
type ApolloResolved = Parameters<NonNullable<Listener['didResolveOperation']>>[0]
/** Apollo Server's type declares that there is always an operation; there is not. */
export type Resolved = Omit<ApolloResolved, 'operation'> & {
  readonly operation?: ApolloResolved['operation'] | undefined
}
export type ResponseContext = Parameters<NonNullable<Listener['willSendResponse']>>[0]

/** The hooks of Apollo Server that the fast path calls as well; it awaits only asynchronous results. */
export interface GatewayListener {
  didResolveOperation?(resolved: Resolved): void | Promise<void>
  willSendResponse?(context: ResponseContext): void
}

/**
 * A step of the gateway for each request, whether Apollo Server or the fast path executes it: a check before any request
 * to a subgraph, or the completion of the response. One with state of a request is a function that creates its listener.
 */
export type GatewayPlugin = GatewayListener | (() => GatewayListener)

/** The listener of a plugin for one request. */
export function listenerOf(plugin: GatewayPlugin): GatewayListener {
  return typeof plugin === 'function' ? plugin() : plugin
}

/** The plugin in Apollo Server's form. */
export function apolloPlugin(plugin: GatewayPlugin): ApolloServerPlugin<RequestContext> {
  return {
    requestDidStart() {
      const listener = listenerOf(plugin)
      return Promise.resolve({
        didResolveOperation: async (resolved) => await listener.didResolveOperation?.(resolved),
        willSendResponse: async (context) => listener.willSendResponse?.(context),
      })
    },
  }
}

/**
 * Whether no listener refuses an operation. They are called sequentially, and synchronous results are not awaited: a
 * promise for each takes as long as most of their checks.
 */
export function areAllAccepted(
  listeners: readonly GatewayListener[],
  resolved: Resolved,
  from = 0,
): boolean | Promise<boolean> {
  const listener = listeners[from]
  if (listener === undefined) return true
  try {
    const checking = listener.didResolveOperation?.(resolved)
    if (checking === undefined) return areAllAccepted(listeners, resolved, from + 1)
    return checking.then(
      () => areAllAccepted(listeners, resolved, from + 1),
      () => false,
    )
  } catch {
    return false
  }
}
