import { GraphQLError } from 'graphql'
import type { GatewayListener, GatewayPlugin } from './gateway-plugin.ts'

const VARIABLES_MAX = 1000
/** Far deeper than any input of a schema, and far from where writing JSON again ends in an overflow. */
const DEPTH_MAX = 64

/**
 * Refuses variables that could not be handed on as they came: GraphQL looks into those of its own types
 * only, and a scalar of any JSON may hold everything that JSON text can say.
 */
export function variablesPlugin(): GatewayPlugin {
  const listener: GatewayListener = {
    didResolveOperation({ request }) {
      const fault = variablesFault(request.variables ?? {})
      if (fault === undefined) return
      throw new GraphQLError(fault, {
        extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } },
      })
    },
  }
  return { listen: () => listener }
}

/** What is wrong with the first variable that is at fault, in the words of GraphQL. */
export function variablesFault(variables: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(variables)
  if (names.length > VARIABLES_MAX) return `There are more than ${VARIABLES_MAX} variables.`
  for (const name of names) {
    const fault = valueFault(variables[name], 1)
    if (fault !== undefined) return `Variable "$${name}" ${fault}`
  }
  return undefined
}

function valueFault(value: unknown, depth: number): string | undefined {
  // Text such as 1e999 is read as infinity, and would be handed on as null.
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'holds a number that is too large.'
  if (typeof value !== 'object' || value === null) return undefined
  if (depth > DEPTH_MAX) return `is nested deeper than ${DEPTH_MAX} levels.`
  for (const member of Object.values(value)) {
    const fault = valueFault(member, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}
