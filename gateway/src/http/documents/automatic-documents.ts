import type { KeyValueCache } from '@apollo/utils.keyvaluecache'
import { LRUCache } from 'lru-cache'

const CHARACTERS_MAX = 10_000_000

/** The prefix that Apollo Server puts before a hash. */
const PREFIX = 'apq:'

/**
 * Documents that clients have sent with their hash, and may then request by it. Apollo Server registers them, and never
 * finds one: it would execute the document without the charge and the check of `DocumentChecks`.
 */
export class AutomaticDocuments implements KeyValueCache {
  readonly #texts = new LRUCache<string, string>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: (text, key) => text.length + key.length,
  })

  textOf(hash: string): string | undefined {
    return this.#texts.get(PREFIX + hash)
  }

  get(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  set(key: string, text: string): Promise<void> {
    this.#texts.set(key, text)
    return Promise.resolve()
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#texts.delete(key))
  }
}
