import type { Caller } from '@takeoff/kit/security/auth'
import type { Span } from '@takeoff/kit/service/tracing'
import type { GraphQLSchema } from 'graphql'
import type { RequestClient } from './request-client.ts'

/** The caller and the client that a request is from. */
export type Sender = Pick<RequestContext, 'caller' | 'client'>

/** A request that waits for its turn. */
export interface Waiting extends Sender {
  /** The same for requests of the same work, which share a turn. */
  readonly key: string
}

/** Runs tasks for operations that are new to the gateway when it is their caller's turn. */
export interface CallerTurns {
  /**
   * A task has to share its work with those of the same key that are run at the same time.
   * @throws ClientDisconnectedError when the client has disconnected before
   */
  run<T>(waiting: Waiting, task: () => Promise<T>): Promise<T>
}

/** The context of a request in execution; the same object from the HTTP edge to every subgraph call. */
export interface RequestContext {
  readonly requestId: string
  /** Headers that are sent to each subgraph: names and values in turn. */
  readonly forwarded: string[]
  /** Where the request is in its trace; the client's, or one that begins here. */
  readonly traceparent: string
  /** Parent of the spans of requests to subgraphs: the operation's when it runs. */
  span?: Span | undefined
  /** The caller of the verified token; undefined where tokens are not checked. */
  readonly caller: Caller | undefined
  readonly turns: CallerTurns
  /** The schema for which the document is known to be valid. */
  readonly validFor?: GraphQLSchema | undefined
  /** The client's own name for itself. */
  readonly clientName?: string | undefined
  readonly client: RequestClient
  /** Warnings of the subgraphs, in the order in which they came. */
  readonly warnings: unknown[]
  /** Types of which a request named an entity that does not exist in the subgraph. */
  readonly missingTypes: Set<unknown>
}
