import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { concatAST, Kind, OperationTypeNode, parse, separateOperations } from 'graphql'
import type { DocumentNode, OperationDefinitionNode } from 'graphql'

/** An operation of the client, which its tests run. */
export interface Example {
  /** The file that it is in: a subject such as `orders`. */
  readonly group: string
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
}

/**
 * The first operation for each root field, by coordinates such as `Query.job`.
 * @param folder `.graphql` files, which may use each other's fragments
 */
export function readExamples(folder: string): Map<string, Example> {
  const examples = new Map<string, Example>()
  const files = globSync('*.graphql', { cwd: folder })
    .sort()
    .map((name) => ({
      group: path.basename(name, '.graphql'),
      document: parse(readFileSync(path.join(folder, name), 'utf8'), { noLocation: true }),
    }))
  const whole = separateOperations(concatAST(files.map(({ document }) => document)))
  for (const { group, document } of files) {
    for (const operation of document.definitions) {
      if (operation.kind !== Kind.OPERATION_DEFINITION) continue
      const coordinate = coordinateOf(operation)
      const own = whole[operation.name?.value ?? '']
      if (own === undefined || examples.has(coordinate)) continue
      examples.set(coordinate, { group, document: own, operation })
    }
  }
  return examples
}

function coordinateOf({ operation, selectionSet }: OperationDefinitionNode): string {
  const [field] = selectionSet.selections
  const name = field?.kind === Kind.FIELD ? field.name.value : ''
  return `${operation === OperationTypeNode.MUTATION ? 'Mutation' : 'Query'}.${name}`
}
