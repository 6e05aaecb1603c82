import { computeResponse } from '@apollo/gateway/dist/resultShaping.js'
import { isJsonObject } from '@takeoff/kit/values/json'
import type { JsonObject } from '@takeoff/kit/values/json'
import type { GraphQLError } from 'graphql'
import { withClientPaths } from './client-paths.ts'
import { completeByGraphql } from './complete-by-graphql.ts'
import { getOwn } from './own-members.ts'
import type { Execution } from './operation.ts'
import type { ReadyOperation } from './operations.ts'
import { BROKEN } from './shape.ts'

/** A response as of @apollo/gateway: nulls that break the schema are reported in `extensions.valueCompletion`. */
export interface GatewayResponse {
  data?: unknown
  errors?: readonly unknown[]
  extensions?: JsonObject
}

export function responseOf(
  { data, gathered, errors: reported }: Execution,
  ready: Pick<ReadyOperation, 'operation' | 'definition' | 'document' | 'schema'>,
  variables: JsonObject,
): GatewayResponse {
  const errors = withClientPaths(reported, ready.definition, ready.document)
  if (data !== BROKEN) return plainResponse(data, errors)
  // First, because it sets the types of objects, and the stock post-processing loses fragments of objects without one.
  const remaining = completeByGraphql(gathered, ready, variables)
  const completed = complete(gathered, ready.operation, variables)
  if (completed === undefined)
    return plainResponse(remaining.data, [...errors, ...remaining.errors])
  const ordered = inOrderOf(remaining.data, completed.data)
  if (errors.length > 0 || completed.errors.length === 0) return plainResponse(ordered, errors)
  return { data: ordered, extensions: { valueCompletion: completed.errors } }
}

/** GraphQL does not permit an empty list of errors. */
function plainResponse(data: unknown, errors: readonly GraphQLError[]): GatewayResponse {
  return errors.length === 0 ? { data } : { errors, data }
}

/** The stock post-processing does not keep the order of the specification where it merges selections. */
function inOrderOf(model: unknown, value: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(model))
    return value.map((element: unknown, index) => inOrderOf(model[index], element))
  if (!isJsonObject(value) || !isJsonObject(model)) return value
  const names = new Set([...Object.keys(model), ...Object.keys(value)])
  return Object.fromEntries(
    [...names]
      .filter((name) => Object.hasOwn(value, name))
      .map((name) => [name, inOrderOf(model[name], value[name])]),
  )
}

/** The stock post-processing, which propagates null and reports it. Undefined where it fails as well. */
function complete(
  gathered: JsonObject,
  operation: ReadyOperation['operation'],
  variables: JsonObject,
) {
  try {
    return computeResponse({
      operation,
      variables,
      input: gathered,
      introspectionHandling: (field) => getOwn(gathered, field.element.responseName()),
    })
  } catch {
    return undefined
  }
}
