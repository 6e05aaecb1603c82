import type { JsonObject } from '@takeoff/kit/values/json'
import type { GraphQLFormattedError } from 'graphql'

/** A request to a subgraph. */
export interface SubgraphCall {
  readonly subgraph: string
  /** The whole body, as JSON. */
  readonly body: string
}

/** A response whose parsing is deferred until the caller selects how to read it. */
export interface SubgraphReply {
  /** JSON in UTF-8, not validated; undefined when there is no usable response. */
  readonly body: Buffer | undefined
  /** A new object each time. Never throws. */
  read(): SubgraphResponse
}

/** Never rejects. */
export type SendToSubgraph = (call: SubgraphCall) => Promise<SubgraphReply>

/** Errors have paths in the subgraph's own terms. */
export interface SubgraphResponse {
  readonly data?: JsonObject | null
  readonly errors?: readonly GraphQLFormattedError[]
}
