import type { Span } from '@takeoff/kit/service/tracing'
import type { GraphQLSchema } from 'graphql'
import type { PlanningTurns } from './planning-turns.ts'
import type { Sender } from './request-client.ts'

/** The context of a request in execution; the same object from the HTTP edge to every subgraph call. */
export interface RequestContext extends Sender {
  readonly requestId: string
  /** Headers that are sent to each subgraph: names and values in turn. */
  readonly forwarded: string[]
  /** Where the request is in its trace; the client's, or one that begins here. */
  readonly traceparent: string
  /** Parent of the spans of requests to subgraphs: the operation's when it runs. */
  span?: Span | undefined
  /** The turns in which operations that are new to the gateway are planned. */
  readonly turns: Pick<PlanningTurns, 'run'>
  /** The schema for which the document is known to be valid. */
  readonly validFor?: GraphQLSchema | undefined
  /** The client's own name for itself. */
  readonly clientName?: string | undefined
  /** Warnings of the subgraphs, in the order in which they came. */
  readonly warnings: unknown[]
  /** Types of which a request named an entity that does not exist in the subgraph. */
  readonly missingTypes: Set<unknown>
}
