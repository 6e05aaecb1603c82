import type { Caller } from '@takeoff/kit/security/auth'

/** What execution knows of the request it works for; the same object from the HTTP edge to every subgraph call. */
export interface RequestContext {
  readonly requestId: string
  /** Headers that are sent to each subgraph: names and values in turn. */
  readonly forwarded: readonly string[]
  /** Who the verified token is of; undefined where tokens are not checked. */
  readonly caller: Caller | undefined
  /** As the client calls itself. */
  readonly clientName?: string | undefined
  /** Aborted when the client leaves before its response is complete. */
  readonly clientSignal: AbortSignal
  /** Warnings of the subgraphs, in the order in which they came. */
  readonly warnings: unknown[]
  /** Types of which a subgraph was asked for an entity that does not exist. */
  readonly missingTypes: Set<unknown>
}
