import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server'
import type { RequestContext } from '../execution/request-context.ts'

/** The hooks that are called for every request, whether Apollo Server answers it or the fast path. */
export type GatewayListener = Pick<
  GraphQLRequestListener<RequestContext>,
  'didResolveOperation' | 'willSendResponse'
>

/** What belongs to each request: a check before anybody is asked, or a last touch to the answer. */
export interface GatewayPlugin extends ApolloServerPlugin<RequestContext> {
  requestDidStart: () => Promise<GatewayListener>
}
