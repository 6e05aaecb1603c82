import { GraphQLError } from 'graphql'
import type { GatewayListener } from './gateway-plugin.ts'

const VARIABLES_MAX = 1000
/** Far deeper than any input of a schema, and far below the depth at which JSON.stringify overflows the stack. */
const DEPTH_MAX = 64

/**
 * Refuses variables that could not be forwarded unchanged: GraphQL validates only values of its own types, and a JSON
 * scalar may hold any JSON value.
 */
export const variablesPlugin: GatewayListener = {
  didResolveOperation({ request }) {
    const violation = variablesViolation(request.variables ?? {})
    if (violation === undefined) return
    throw new GraphQLError(violation, {
      extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
    })
  },
}

/** The violation of the first invalid variable, in the words of GraphQL. */
export function variablesViolation(
  variables: Readonly<Record<string, unknown>>,
): string | undefined {
  const names = Object.keys(variables)
  if (names.length > VARIABLES_MAX) return `There are more than ${VARIABLES_MAX} variables.`
  for (const name of names) {
    const violation = valueViolation(variables[name], 1)
    if (violation !== undefined) return `Variable "$${name}" ${violation}`
  }
  return undefined
}

function valueViolation(value: unknown, depth: number): string | undefined {
  // Text such as 1e999 is read as infinity, and would be forwarded as null.
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'holds a number that is too large.'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels.`
  for (const member of Object.values(value)) {
    const violation = valueViolation(member, depth + 1)
    if (violation !== undefined) return violation
  }
  return undefined
}
