import { visit } from 'graphql'
import type { DocumentNode } from 'graphql'

export interface Hidden {
  readonly document: DocumentNode
  /** Whether no literal had to be replaced. */
  readonly exact: boolean
}

/**
 * Replaces every string and number literal of a document, where personal data may be, by `""` and `0`. The document
 * stays as valid as it was; names, enum values, booleans and the shape of inputs are the client's program, and stay.
 */
export function hideLiterals(document: DocumentNode): Hidden {
  let exact = true
  function hidden<N extends { readonly value: string }>(node: N, value: string): N | undefined {
    if (node.value === value) return undefined
    exact = false
    return { ...node, value }
  }
  const copy = visit(document, {
    StringValue: (node) => hidden({ ...node, block: false }, ''),
    IntValue: (node) => hidden(node, '0'),
    FloatValue: (node) => hidden(node, '0.0'),
  })
  return { document: copy, exact }
}
