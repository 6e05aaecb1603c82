import type { RequestContext } from './request-context.ts'

export interface CallContext {
  readonly context: RequestContext
  /** A mutation that has begun is completed, even when the client has disconnected. */
  readonly isMutation: boolean
}

/** A request to one subgraph. */
export interface SubgraphRequest extends CallContext {
  /** The whole body, as JSON. */
  readonly body: string
}
