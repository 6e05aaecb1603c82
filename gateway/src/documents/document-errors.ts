import { argumentAt } from '@takeoff/kit/graphql/argument-at'
import { AppError } from '@takeoff/kit/values/errors'
import { GraphQLError, parse, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import { documentViolation, textViolation } from './document-limits.ts'
import type { DocumentLimits } from './document-limits.ts'

/** Maximum errors of validation that are reported. Each takes as long as the text before it, which is searched for lines. */
const ERRORS_MAX = 10
/** The hint that GraphQL adds to a message when an unknown name is similar to one of the schema. */
const SUGGESTION = / Did you mean [^?]*\?$/

/** Errors of arguments have two at most, a variable and its use; other errors have thousands. */
const POSITIONS_MAX = 2
const MISSING_ARGUMENT = / argument "(\w+)" of type "[^"]+" is required/

/** Why a document is refused, in a form that crosses the boundary of a thread. */
export interface DocumentError {
  readonly message: string
  readonly code: string
  /** Members beside `code`. */
  readonly extensions: Readonly<Record<string, unknown>>
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
}

/**
 * Parses, measures and validates a document, which takes up to 130 ms of CPU without yielding.
 * @returns its errors; none when it may be executed
 */
export function documentErrors(
  text: string,
  schema: GraphQLSchema,
  limits: DocumentLimits,
): readonly DocumentError[] {
  const tooLarge = textViolation(text, limits)
  if (tooLarge !== undefined) return [refusalOf(tooLarge)]
  const document = parsed(text)
  if (document instanceof GraphQLError) return [errorOf('GRAPHQL_PARSE_FAILED', document)]
  const violation = documentViolation(document, limits)
  if (violation !== undefined) return [refusalOf(violation)]
  return validate(schema, document, undefined, { maxErrors: ERRORS_MAX }).map((error) => {
    const about = withArgument(document, error)
    const { message } = about
    const shown = limits.introspection ? message : withoutSuggestion(message)
    return { ...errorOf('GRAPHQL_VALIDATION_FAILED', error), ...about, message: shown }
  })
}

/** Adds the argument that holds the error; GraphQL names a literal of the wrong type by nothing but its value. */
function withArgument(
  document: DocumentNode,
  { message, nodes = [], positions = [] }: GraphQLError,
): Pick<DocumentError, 'message' | 'extensions'> {
  const [argument = MISSING_ARGUMENT.exec(message)?.[1]] = positions
    .slice(0, POSITIONS_MAX)
    .flatMap((position) => argumentAt(document, position) ?? [])
  if (argument === undefined) return { message, extensions: {} }
  const isLiteral = nodes[0]?.kind.endsWith('Value') === true
  return {
    message: isLiteral ? `Argument "${argument}": ${message}` : message,
    extensions: { argument },
  }
}

function refusalOf({ message, code, extensions }: AppError): DocumentError {
  return { message, code, extensions }
}

/** A message of GraphQL without names of the schema that the request does not have. */
export function withoutSuggestion(message: string): string {
  return message.replace(SUGGESTION, '')
}

function parsed(text: string): DocumentNode | GraphQLError {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

function errorOf(code: string, { message, locations = [] }: GraphQLError): DocumentError {
  return { message, code, extensions: {}, locations }
}
