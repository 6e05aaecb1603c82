import type { DocumentNode, OperationDefinitionNode } from 'graphql'
import { LRUCache } from 'lru-cache'
import { queryKey } from './query-key.ts'

/** Total length of the cached texts; their parsed documents take about thirty times as much memory. */
const CHARACTERS_MAX = 1_000_000

/** A valid document, and the operation of it that is executed. */
export interface KnownQuery {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/** A cache of queries that were found valid and compiled, by text and operation name. */
export class KnownQueries {
  readonly #known = new LRUCache<string, KnownQuery>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (_query, key) => key.length,
  })

  find(text: string, operationName: string | undefined): KnownQuery | undefined {
    return this.#known.get(queryKey(text, operationName))
  }

  /** What else `query` has, such as the context of its request, is not kept. */
  add(text: string, operationName: string | undefined, { document, operation }: KnownQuery): void {
    const key = queryKey(text, operationName)
    if (!this.#known.has(key)) this.#known.set(key, { document, operation })
  }
}
