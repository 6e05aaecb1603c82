import { NoDeprecatedCustomRule, separateOperations, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'

/** Ends the reason of every `@deprecated`. */
const DATES = /Deprecated on (\d{4}-\d{2}-\d{2}); removed on (\d{4}-\d{2}-\d{2}) at the earliest\.$/

/** When something was deprecated, and from when it may be removed. */
export interface DeprecationDates {
  readonly deprecatedOn: Date
  readonly removedOn: Date
}

/** The dates in the reason of a `@deprecated`, or in a sentence that ends with one; undefined when it has none. */
export function deprecationDates(reason: string): DeprecationDates | undefined {
  const [, deprecated = '', removed = ''] = DATES.exec(reason) ?? []
  const [deprecatedOn, removedOn] = [new Date(deprecated), new Date(removed)]
  const areDates = !Number.isNaN(deprecatedOn.getTime()) && !Number.isNaN(removedOn.getTime())
  return areDates ? { deprecatedOn, removedOn } : undefined
}

/**
 * The deprecated fields, arguments, input fields and enum values that an operation names, a sentence each. What only the
 * values of its variables contain is not among them.
 * @param operationName undefined for the only operation, and for one without a name
 */
export function deprecatedUses(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): readonly string[] {
  const operations = separateOperations(document)
  const operation = operations[operationName ?? ''] ?? Object.values(operations)[0]
  if (operation === undefined) return []
  const errors = validate(schema, operation, [NoDeprecatedCustomRule])
  return [...new Set(errors.map(({ message }) => message))]
}
