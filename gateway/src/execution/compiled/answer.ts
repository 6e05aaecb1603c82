import { computeResponse } from '@apollo/gateway/dist/resultShaping.js'
import { completeByGraphql } from './complete-by-graphql.ts'
import { getOwn } from './json.ts'
import type { JsonObject } from './json.ts'
import type { Execution } from './operation.ts'
import type { ReadyOperation } from './operations.ts'
import { BROKEN } from './shape.ts'

/** As @apollo/gateway answers: nulls that break the schema are told in `extensions.valueCompletion`. */
export interface GatewayAnswer {
  data?: unknown
  errors?: readonly unknown[]
  extensions?: JsonObject
}

export function answerOf(
  { data, errors, gathered }: Execution,
  ready: Pick<ReadyOperation, 'operation' | 'definition' | 'document' | 'schema'>,
  variables: JsonObject,
): GatewayAnswer {
  if (data !== BROKEN) return errors.length === 0 ? { data } : { errors, data }
  const completed = complete(gathered, ready.operation, variables)
  if (completed === undefined) {
    const remaining = completeByGraphql(gathered, ready, variables)
    return { errors: [...errors, ...remaining.errors], data: remaining.data }
  }
  if (errors.length > 0) return { errors, data: completed.data }
  if (completed.errors.length === 0) return { data: completed.data }
  return { data: completed.data, extensions: { valueCompletion: completed.errors } }
}

/** The stock way, which knows where null spreads to and what to say of it. Undefined where it gives up as well. */
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
