import type { Operation } from '@apollo/federation-internals'
import { parse, print } from 'graphql'
import type { DocumentNode, Token } from 'graphql'

/** Heap that each cache of documents or operations may hold, as far as can be told. */
export const HELD_BYTES_MAX = 50_000_000

/** Measured: 250 to 470 with the nodes made of it. */
const TOKEN_BYTES = 400
/** Of a text that may be in any script. */
const CHARACTER_BYTES = 2
/** Measured, for each character of an operation without fragments: 9 of its plan, … */
const PLANNED_BYTES = 12
/** … and 7 for each combination of conditions. */
const SHAPED_BYTES = 8

/** What a parsed document holds, with its text and its comments. */
export function documentBytes(document: DocumentNode): number {
  if (document.loc === undefined) return documentBytes(parse(print(document)))
  const { source, startToken } = document.loc
  let tokens = 0
  for (let token: Token | null = startToken; token !== null; token = token.next) tokens += 1
  return source.body.length * CHARACTER_BYTES + tokens * TOKEN_BYTES
}

/** What is held of it beside its document when it is compiled for that many combinations of conditions. */
export function compiledBytes(operation: Operation, combinations: number): number {
  const { length } = operation.expandAllFragments().toString(false, false)
  return length * (PLANNED_BYTES + SHAPED_BYTES * combinations)
}
