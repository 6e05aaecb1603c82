import { GraphQLError, GraphQLScalarType, Kind, print, valueFromASTUntyped } from 'graphql'
import type { ValueNode } from 'graphql'
import { z } from 'zod'

const CALENDAR_DAY = z.iso.date()
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Extension of the error for a value that our scalar rejects: the code of the error. A gateway does not know our
 * scalars, so a literal in a client's query is first parsed here: it is an error of the client and not of the query.
 */
export const BAD_SCALAR = 'badScalar'

/** ISO 8601 in UTC with milliseconds: `2026-03-14T15:09:26.535Z`. */
export const DateTime = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  description: 'ISO 8601 timestamp in UTC with milliseconds, such as 2026-03-14T15:09:26.535Z.',
  serialize(value) {
    if (value instanceof Date) return value.toISOString()
    throw new Error('DateTime must be a Date')
  },
  parseValue: (value) => readDateTime(value) ?? refuseDateTime(value),
  parseLiteral: (node) => {
    const value = node.kind === Kind.STRING ? node.value : undefined
    return readDateTime(value) ?? refuseDateTime(value, node)
  },
})

/** Any JSON value. */
export const JSONScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'JSON',
  description: 'Any JSON value.',
  parseValue: (value) => value,
  parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
})

function readDateTime(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const [, day] = ISO_8601.exec(value) ?? []
  const date = new Date(value)
  // Date parses the 31st of February as the 3rd of March.
  if (!CALENDAR_DAY.safeParse(day).success || Number.isNaN(date.getTime())) return undefined
  return date
}

/** @param literal GraphQL shows the value of a variable by itself */
function refuseDateTime(value: unknown, literal?: ValueNode): never {
  const found = literal === undefined ? '' : `${print(literal)} is no DateTime. `
  throw new GraphQLError(`${found}${dateTimeViolation(value)}`, {
    ...(literal !== undefined && { nodes: literal }),
    extensions: { [BAD_SCALAR]: 'BAD_USER_INPUT' },
  })
}

/** What is wrong with a text that is no DateTime. */
export function dateTimeViolation(value: unknown): string {
  if (typeof value === 'string' && readDateTime(`${value}Z`) !== undefined)
    return `The time zone is missing: write ${value}Z for UTC, or the distance from UTC, such as ${value}-05:00.`
  return 'A DateTime is an ISO 8601 timestamp, such as 2026-03-14T15:09:26.535Z.'
}
