import { AppError } from '@takeoff/kit/errors'
import { LRUCache } from 'lru-cache'
import { parse } from 'graphql'
import type { DocumentNode } from 'graphql'
import type { documentVariables } from './document-config.ts'
import type { ConfigOf } from '@takeoff/kit/config'
import { measureOperations } from './document-size.ts'
import type { OperationSize } from './document-size.ts'
import { tokensFault } from './document-tokens.ts'

/** Everything behind the edge may go one call deeper with each level; 10,000 of them overflow. */
const NESTING_MAX = 250
/** The whole introspection query comes to 190,000, and takes 70 ms of CPU with our supergraph. */
const INTROSPECTION_MAX = 300_000
const VERDICTS_MAX = 2000
const VERDICT_BYTES_MAX = 10_000_000

export type DocumentLimits = Pick<
  ConfigOf<typeof documentVariables>,
  | 'queryTokensMax'
  | 'queryDepthMax'
  | 'queryFieldsMax'
  | 'queryAliasesMax'
  | 'queryRootFieldsMax'
  | 'queryDirectivesMax'
  | 'introspection'
>

/** A document that is not looked at any further. */
export class DocumentRefusedError extends AppError {
  override readonly code: string

  constructor(code: string, message: string, limit?: number) {
    super(message, limit === undefined ? {} : { limit })
    this.code = code
  }
}

/** Throws a DocumentRefusedError for a document over the limits. */
export type CheckDocument = (text: string) => void

/** The verdict on a document is kept, so that one that comes again costs a look into a map. */
export function createDocumentCheck(limits: DocumentLimits): CheckDocument {
  const verdicts = new LRUCache<string, DocumentRefusedError | 'passed'>({
    max: VERDICTS_MAX,
    maxSize: VERDICT_BYTES_MAX,
    sizeCalculation: (_verdict, text) => text.length + 1,
  })
  return (text) => {
    let verdict = verdicts.get(text)
    if (verdict === undefined) {
      verdict = documentFault(text, limits) ?? 'passed'
      verdicts.set(text, verdict)
    }
    if (verdict !== 'passed') throw verdict
  }
}

/** What is wrong with a document, apart from what parsing and validation will find. */
export function documentFault(
  text: string,
  limits: DocumentLimits,
): DocumentRefusedError | undefined {
  const tokensMax = limits.queryTokensMax
  switch (tokensFault(text, { tokensMax, nestingMax: NESTING_MAX })) {
    case 'too many':
      return new DocumentRefusedError(
        'TOKENS_EXCEEDED',
        `The document has more than ${tokensMax} tokens. Split it, and send values as variables.`,
        tokensMax,
      )
    case 'too deep':
      return nestedTooDeep()
    case undefined: {
      const document = parsed(text)
      if (document === undefined) return undefined
      for (const size of measureOperations(document, NESTING_MAX)) {
        const fault = operationFault(size, limits)
        if (fault !== undefined) return fault
      }
      return undefined
    }
  }
}

/** Undefined when it is no GraphQL, which Apollo Server tells the client. */
function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text, { noLocation: true })
  } catch {
    return undefined
  }
}

function operationFault(
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
    ['FIELDS_EXCEEDED', size.fields, queryFieldsMax, 'fields'],
    ['ALIASES_EXCEEDED', size.aliases, queryAliasesMax, 'aliases'],
    ['ROOT_FIELDS_EXCEEDED', size.rootFields, queryRootFieldsMax, 'fields at its root'],
    ['DIRECTIVES_EXCEEDED', size.directives, queryDirectivesMax, 'directives'],
  ] as const
  for (const [code, count, max, what] of counts) {
    if (count > max) return operationTooLarge(code, max, what)
  }
  return undefined
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
