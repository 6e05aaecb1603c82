import type { Caller } from '@takeoff/kit/auth'
import type { ClientPresence } from './client-presence.ts'
import type { HeaderLines } from './wire/request-message.ts'

/** What execution knows of the request it works for; the same object from the HTTP edge to every subgraph call. */
export interface RequestContext {
  readonly requestId: string
  /** What each subgraph is sent along with its question. */
  readonly forwarded: HeaderLines
  /** Who the verified token is of; undefined where tokens are not checked. */
  readonly caller: Caller | undefined
  /** As the client calls itself. */
  readonly clientName?: string | undefined
  readonly client: ClientPresence
  /** Warnings of the subgraphs, in the order in which they came. */
  readonly warnings: unknown[]
  /** Types of which a subgraph was asked for an entity that does not exist. */
  readonly missingTypes: Set<unknown>
}
