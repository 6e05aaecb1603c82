import type { Operation } from '@apollo/federation-internals'
import { parse, print } from 'graphql'
import type { DocumentNode, Token } from 'graphql'

/** Estimated heap that each cache of documents or operations may hold. */
export const CACHE_BYTES_MAX = 50_000_000
/**
 * Estimated heap that one operation may take, so that a few of them do not evict all others. The largest of the
 * contract, with every field that it can select, takes 3 MB.
 */
export const OPERATION_BYTES_MAX = CACHE_BYTES_MAX / 4

/** Measured: 250 to 470 with the nodes made of it. */
const TOKEN_BYTES = 400
/** Bytes of a character of a text in any script. */
const CHARACTER_BYTES = 2
/** Maximum combinations of conditions of an operation for which responses are spliced. */
export const SPLICED_COMBINATIONS_MAX = 4

/** Heap of an operation without fragments, for each of its characters and for each selection set. */
interface CacheBytes {
  readonly character: number
  readonly set: number
}

/** Heap of a plan; 9 bytes for a character were measured. */
const PLANNED: CacheBytes = { character: 12, set: 0 }
/** Heap of each combination of conditions; 4 bytes for a character, and 1,200 to 1,400 for a set, were measured. */
const SHAPED: CacheBytes = { character: 8, set: 1_500 }
/** Heap of each combination for which responses are spliced; 18 to 50 bytes for a character, and 1,600 to 6,400 for a set, were measured. */
const SPLICED: CacheBytes = { character: 50, set: 6_000 }

/** Heap of a parsed document, with its text and its comments. */
export function documentBytes(document: DocumentNode): number {
  if (document.loc === undefined) return documentBytes(parse(print(document)))
  const { source, startToken } = document.loc
  let tokens = 0
  for (let token: Token | null = startToken; token !== null; token = token.next) tokens += 1
  return source.body.length * CHARACTER_BYTES + tokens * TOKEN_BYTES
}

/** Heap of an operation, without its document, that is compiled for this number of combinations of conditions. */
export function compiledBytes(operation: Operation, combinations: number): number {
  const text = operation.expandAllFragments().toString(false, false)
  const sets = text.split('{').length - 1
  const bytesOf = ({ character, set }: CacheBytes): number => text.length * character + sets * set
  const spliced = Math.min(combinations, SPLICED_COMBINATIONS_MAX)
  return bytesOf(PLANNED) + bytesOf(SHAPED) * combinations + bytesOf(SPLICED) * spliced
}
