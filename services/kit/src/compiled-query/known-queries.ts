import type { DocumentNode, OperationDefinitionNode } from 'graphql'

/** Of the texts that are kept; what is parsed of them takes about thirty times as much. */
const CHARACTERS_MAX = 1_000_000

export interface KnownQuery {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/** Queries that were found valid and compiled, by their text; the oldest go first. */
export class KnownQueries {
  readonly #known = new Map<string, KnownQuery>()
  #characters = 0

  find(text: string, operationName: string | undefined): KnownQuery | undefined {
    return this.#known.get(keyOf(text, operationName))
  }

  add(text: string, operationName: string | undefined, query: KnownQuery): void {
    const key = keyOf(text, operationName)
    if (this.#known.has(key)) return
    this.#known.set(key, query)
    this.#characters += key.length
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= CHARACTERS_MAX) return
      this.#known.delete(oldest)
      this.#characters -= oldest.length
    }
  }
}

/** A name holds no space, so that no two of them are one. */
function keyOf(text: string, operationName = ''): string {
  return `${operationName} ${text}`
}
