import { parse, specifiedRules, validate } from 'graphql'
import type { DocumentNode, GraphQLSchema } from 'graphql'
import type { OperationRecord } from './operation-records.ts'

/** Told of one operation. */
const ERRORS_MAX = 5

/** A recorded operation that is valid today and would be refused tomorrow. */
export interface FailingOperation {
  readonly record: OperationRecord
  /** Why, in the words that its clients would read. */
  readonly errors: readonly string[]
}

export function failingOperations(
  records: readonly OperationRecord[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): FailingOperation[] {
  return records.flatMap((record) => {
    const document = parse(record.document)
    const errors = faultsOf(document, after)
    return errors.length > 0 && faultsOf(document, before).length === 0 ? [{ record, errors }] : []
  })
}

function faultsOf(document: DocumentNode, schema: GraphQLSchema): string[] {
  return validate(schema, document, specifiedRules, { maxErrors: ERRORS_MAX }).map(
    ({ message }) => message,
  )
}
