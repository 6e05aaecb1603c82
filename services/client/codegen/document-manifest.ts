import { createHash } from 'node:crypto'
import type { PluginFunction } from '@graphql-codegen/plugin-helpers'
import { definitionsOf, operationText } from './string-documents.ts'

/** Writes the texts of all operations by their SHA-256: a manifest of persisted documents, as the gateway reads it. */
export const plugin: PluginFunction = (_schema, documents) => {
  const { operations, fragments } = definitionsOf(documents)
  const entries = operations
    .map((operation) => operationText(operation, fragments))
    .map((text) => [`sha256:${createHash('sha256').update(text).digest('hex')}`, text])
  return `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`
}
