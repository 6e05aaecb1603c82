import { fragmentsOf } from '@takeoff/kit/graphql/compiled-query/fragments'
import { KEY_PER_PATH } from '@takeoff/kit/graphql/mutation-key'
import { OperationTypeNode } from 'graphql'
import { responseKeys } from '../../execution/compiled/collect-fields.ts'
import type { GatewayListener } from './gateway-plugin.ts'

/**
 * Reports to the subgraphs that a request has several mutations, so that each gets an idempotency key of its own. A
 * subgraph receives only some of them. Conditions are ignored: a repetition must be counted like the first request.
 */
export const mutationKeysPlugin: GatewayListener = {
  didResolveOperation({ operation, document, contextValue: { forwarded } }) {
    if (operation?.operation !== OperationTypeNode.MUTATION) return
    if (!forwarded.includes('idempotency-key')) return
    const keys = responseKeys(operation.selectionSet, fragmentsOf(document))
    if (keys.size > 1) forwarded.push(KEY_PER_PATH, 'true')
  },
}
