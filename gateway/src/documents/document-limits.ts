import { infiniteNumberIn } from '@takeoff/kit/graphql/finite-numbers'
import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'
import { Kind } from 'graphql'
import type { DocumentNode } from 'graphql'
import type { documentVariables } from './document-config.ts'
import type { ConfigOf } from '@takeoff/kit/service/config'
import { measureOperations } from './document-size.ts'
import type { OperationSize } from './document-size.ts'
import { scanTokens } from './document-tokens.ts'

/** All code behind the edge may recurse one call deeper with each level; 10,000 levels overflow the stack. */
const NESTING_MAX = 250
/** The full introspection query has 190,000, and takes 70 ms of CPU with our supergraph. */
const INTROSPECTION_MAX = 300_000

export type DocumentLimits = Pick<
  ConfigOf<typeof documentVariables>,
  | 'queryCharactersMax'
  | 'queryTokensMax'
  | 'queryFragmentsMax'
  | 'queryDepthMax'
  | 'queryFieldsMax'
  | 'queryAliasesMax'
  | 'queryRootFieldsMax'
  | 'queryDirectivesMax'
  | 'introspection'
>

/** A document that is not processed any further. */
class DocumentLimitError extends AppError {
  override readonly code: string

  constructor(code: string, message: string, limit?: number) {
    super(message, limit === undefined ? {} : { limit })
    this.code = code
  }
}

/** The violation of a text that is too large to be parsed. */
export function textViolation(text: string, limits: DocumentLimits): AppError | undefined {
  const { queryCharactersMax: charactersMax, queryTokensMax: tokensMax } = limits
  if (text.length > charactersMax) return documentTooLarge('CHARACTERS', charactersMax)
  switch (scanTokens(text, { tokensMax, nestingMax: NESTING_MAX }).excess) {
    case 'tokens':
      return documentTooLarge('TOKENS', tokensMax)
    case 'nesting':
      return nestedTooDeep()
    case undefined:
      return undefined
  }
}

/** The violation of a parsed document, apart from those that validation will find. */
export function documentViolation(
  document: DocumentNode,
  limits: DocumentLimits,
): AppError | undefined {
  if (fragmentCount(document) > limits.queryFragmentsMax)
    return documentTooLarge('FRAGMENTS', limits.queryFragmentsMax)
  for (const size of measureOperations(document, NESTING_MAX)) {
    const violation = operationViolation(size, limits)
    if (violation !== undefined) return violation
  }
  return numberViolation(document)
}

/** A subgraph would receive the literal, or null in its place. */
function numberViolation(document: DocumentNode): AppError | undefined {
  const found = infiniteNumberIn(document)
  return found && new BadUserInputError(found.message, found.argument)
}

function fragmentCount({ definitions }: DocumentNode): number {
  return definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length
}

function operationViolation(
  size: OperationSize,
  limits: DocumentLimits,
): DocumentLimitError | undefined {
  if (size.introspection > 0 && !limits.introspection)
    return new DocumentLimitError(
      'INTROSPECTION_DISABLED',
      'Introspection is switched off here. Take the schema from where it is published.',
    )
  if (size.introspection > INTROSPECTION_MAX)
    return new DocumentLimitError(
      'FIELDS_EXCEEDED',
      'The introspection requests more than the whole schema. Request less at a time.',
    )
  if (size.nesting > NESTING_MAX) return nestedTooDeep()
  const { queryDepthMax, queryFieldsMax, queryAliasesMax, queryRootFieldsMax, queryDirectivesMax } =
    limits
  const counts = [
    ['DEPTH_EXCEEDED', size.depth, queryDepthMax, 'levels of fields'],
    ['ALIASES_EXCEEDED', size.aliases, queryAliasesMax, 'aliases'],
    ['ROOT_FIELDS_EXCEEDED', size.rootFields, queryRootFieldsMax, 'fields at its root'],
    ['DIRECTIVES_EXCEEDED', size.directives, queryDirectivesMax, 'directives'],
    ['FIELDS_EXCEEDED', size.fields, queryFieldsMax, 'fields'],
  ] as const
  for (const [code, count, max, what] of counts) {
    if (count > max) return operationTooLarge(code, max, what)
  }
  return undefined
}

function documentTooLarge(
  what: 'CHARACTERS' | 'TOKENS' | 'FRAGMENTS',
  max: number,
): DocumentLimitError {
  return new DocumentLimitError(
    `${what}_EXCEEDED`,
    `The document has more than ${max} ${what.toLowerCase()}. Split it, and send values as variables.`,
    max,
  )
}

function operationTooLarge(code: string, max: number, what: string): DocumentLimitError {
  return new DocumentLimitError(
    code,
    `The operation has more than ${max} ${what}, counting fragments wherever they are used. Split it into several.`,
    max,
  )
}

function nestedTooDeep(): DocumentLimitError {
  return new DocumentLimitError(
    'DEPTH_EXCEEDED',
    `The document nests more than ${NESTING_MAX} levels deep. Send deep values as variables.`,
    NESTING_MAX,
  )
}
