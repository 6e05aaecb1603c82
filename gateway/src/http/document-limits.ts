import { infiniteNumberIn } from '@takeoff/kit/graphql/finite-numbers'
import { AppError, BadUserInputError } from '@takeoff/kit/values/errors'
import { LRUCache } from 'lru-cache'
import { Kind, parse } from 'graphql'
import type { DocumentNode } from 'graphql'
import type { documentVariables } from './document-config.ts'
import type { ConfigOf } from '@takeoff/kit/service/config'
import { measureOperations } from './document-size.ts'
import type { OperationSize } from './document-size.ts'
import { tokensViolation } from './document-tokens.ts'

/** All code behind the edge may recurse one call deeper with each level; 10,000 levels overflow the stack. */
const NESTING_MAX = 250
/** The full introspection query has 190,000, and takes 70 ms of CPU with our supergraph. */
const INTROSPECTION_MAX = 300_000
const VERDICTS_MAX = 2000
const VERDICT_BYTES_MAX = 10_000_000

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
export class DocumentRefusedError extends AppError {
  override readonly code: string

  constructor(code: string, message: string, limit?: number) {
    super(message, limit === undefined ? {} : { limit })
    this.code = code
  }
}

/** Throws an AppError for a document that is not processed any further. */
export type CheckDocument = (text: string) => void

/** The result for a document is cached, so that a repeated document costs one map lookup. */
export function createDocumentCheck(limits: DocumentLimits): CheckDocument {
  const verdicts = new LRUCache<string, AppError | 'passed'>({
    max: VERDICTS_MAX,
    maxSize: VERDICT_BYTES_MAX,
    sizeCalculation: (_verdict, text) => text.length + 1,
  })
  return (text) => {
    let verdict = verdicts.get(text)
    if (verdict === undefined) {
      verdict = documentViolation(text, limits) ?? 'passed'
      verdicts.set(text, verdict)
    }
    if (verdict !== 'passed') throw verdict
  }
}

/** The violations of a document, apart from those that parsing and validation will find. */
export function documentViolation(text: string, limits: DocumentLimits): AppError | undefined {
  const { queryCharactersMax: charactersMax, queryTokensMax: tokensMax } = limits
  if (text.length > charactersMax) return documentTooLarge('CHARACTERS', charactersMax)
  switch (tokensViolation(text, { tokensMax, nestingMax: NESTING_MAX })) {
    case 'too many':
      return documentTooLarge('TOKENS', tokensMax)
    case 'too deep':
      return nestedTooDeep()
    case undefined: {
      const document = parsed(text)
      if (document === undefined) return undefined
      if (fragmentCount(document) > limits.queryFragmentsMax)
        return documentTooLarge('FRAGMENTS', limits.queryFragmentsMax)
      for (const size of measureOperations(document, NESTING_MAX)) {
        const violation = operationViolation(size, limits)
        if (violation !== undefined) return violation
      }
      return numberViolation(document)
    }
  }
}

/** A subgraph would receive the literal, or null in its place. */
function numberViolation(document: DocumentNode): AppError | undefined {
  const found = infiniteNumberIn(document)
  return found && new BadUserInputError(found.message, found.argument)
}

/** Undefined when it is not GraphQL, which Apollo Server reports to the client. */
function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text, { noLocation: true })
  } catch {
    return undefined
  }
}

function fragmentCount({ definitions }: DocumentNode): number {
  return definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).length
}

function operationViolation(
  size: OperationSize,
  limits: DocumentLimits,
): DocumentRefusedError | undefined {
  if (size.introspection > 0 && !limits.introspection)
    return new DocumentRefusedError(
      'INTROSPECTION_DISABLED',
      'Introspection is switched off here. Take the schema from where it is published.',
    )
  if (size.introspection > INTROSPECTION_MAX)
    return new DocumentRefusedError(
      'FIELDS_EXCEEDED',
      'The introspection asks for more than the whole schema. Ask for less at a time.',
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
): DocumentRefusedError {
  return new DocumentRefusedError(
    `${what}_EXCEEDED`,
    `The document has more than ${max} ${what.toLowerCase()}. Split it, and send values as variables.`,
    max,
  )
}

function operationTooLarge(code: string, max: number, what: string): DocumentRefusedError {
  return new DocumentRefusedError(
    code,
    `The operation has more than ${max} ${what}, counting fragments wherever they are used. Split it into several.`,
    max,
  )
}

function nestedTooDeep(): DocumentRefusedError {
  return new DocumentRefusedError(
    'DEPTH_EXCEEDED',
    `The document nests more than ${NESTING_MAX} levels deep. Send deep values as variables.`,
    NESTING_MAX,
  )
}
