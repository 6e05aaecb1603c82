import { hash } from 'node:crypto'
import { print } from 'graphql'
import type { DocumentNode } from 'graphql'
import { hideLiterals } from './hide-literals.ts'
import { mergeRecords, recordKey } from '@takeoff/supergraph/registry/operation-records'
import type { OperationRecord } from '@takeoff/supergraph/registry/operation-records'

/** Maximum kinds of request that are recorded between two writes; further ones are not recorded. */
const SEEN_MAX = 2_000
/** Characters of their documents together. */
const SEEN_CHARACTERS_MAX = 10_000_000
/** Longer documents are not recorded. */
const DOCUMENT_LENGTH_MAX = 20_000
const CLIENTS_MAX = 20
/** Begins a comment, where a text has no strings. */
const COMMENT = '#'
/** The name of a program, not of a person. */
const CLIENT_NAME = /^[\w .:/-]{1,64}$/

/** The record of a request. */
export interface ServedRequest {
  /** SHA-256 of `source`. */
  readonly queryHash: string
  readonly source: string
  readonly document: DocumentNode
  /** As the client has sent it. */
  readonly operationName: string | undefined
  /** The client's own name for itself. */
  readonly clientName: string | undefined
}

interface Seen {
  readonly hash: string
  readonly document: string
  readonly operationName: string | null
  readonly exact: boolean
  readonly clients: Set<string>
  count: number
  lastSeen: number
}

/** Counts the operations that a gateway serves, without what clients write into them. */
export class OperationRecorder {
  #seen = new Map<string, Seen>()
  #seenCharacters = 0

  /** Cheap for an operation that was seen before. */
  record(served: ServedRequest): void {
    const seen = this.#seen.get(keyOf(served)) ?? this.#begin(served)
    if (seen === undefined) return
    seen.count += 1
    seen.lastSeen = Date.now()
    const { clientName = '' } = served
    if (CLIENT_NAME.test(clientName) && seen.clients.size < CLIENTS_MAX)
      seen.clients.add(clientName)
  }

  /** Writes the counts since the last write; when that fails, the counts are retained. */
  async flush(write: (records: readonly OperationRecord[]) => Promise<void>): Promise<void> {
    if (this.#seen.size === 0) return
    const taken = this.#seen
    this.#seen = new Map()
    this.#seenCharacters = 0
    try {
      await write(mergeRecords([], [...taken.values()].map(recordOf), new Date()))
    } catch (error) {
      this.#putBack(taken)
      throw error
    }
  }

  #begin(served: ServedRequest): Seen | undefined {
    if (this.#isFull() || served.source.length > DOCUMENT_LENGTH_MAX) return undefined
    const hidden = hideLiterals(served.document)
    const exact = hidden.exact && !served.source.includes(COMMENT)
    const document = exact ? served.source : print(hidden.document)
    const seen = {
      hash: exact ? served.queryHash : sha256(document),
      document,
      operationName: served.operationName ?? null,
      exact,
      clients: new Set<string>(),
      count: 0,
      lastSeen: 0,
    }
    this.#add(keyOf(served), seen)
    return seen
  }

  #isFull(): boolean {
    return this.#seen.size >= SEEN_MAX || this.#seenCharacters >= SEEN_CHARACTERS_MAX
  }

  #add(key: string, seen: Seen): void {
    this.#seen.set(key, seen)
    this.#seenCharacters += seen.document.length
  }

  #putBack(taken: ReadonlyMap<string, Seen>): void {
    for (const [key, seen] of taken) {
      const later = this.#seen.get(key)
      if (later !== undefined) addEarlier(later, seen)
      else if (!this.#isFull()) this.#add(key, seen)
    }
  }
}

function addEarlier(later: Seen, { count, clients }: Seen): void {
  later.count += count
  for (const client of clients) if (later.clients.size < CLIENTS_MAX) later.clients.add(client)
}

function keyOf({ queryHash, operationName }: ServedRequest): string {
  return recordKey({ hash: queryHash, operationName: operationName ?? null })
}

function recordOf({ clients, lastSeen, ...seen }: Seen): OperationRecord {
  return { ...seen, clients: [...clients], lastSeenAt: new Date(lastSeen).toISOString() }
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}
