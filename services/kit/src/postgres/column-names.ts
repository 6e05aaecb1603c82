import {
  AliasNode,
  CamelCasePlugin,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  SelectionNode,
} from 'kysely'
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import { invariant } from '../values/invariant.ts'

/** `orgId` is the column `org_id`. */
export function columnName(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

class SnakeCase extends CamelCasePlugin {
  protected override snakeCase(name: string): string {
    return columnName(name)
  }
}

/**
 * Tables and columns have the names of properties in queries, and those of the database in their SQL. The columns
 * of a result are named in the SQL, so that the driver builds rows as they are used.
 */
export class ColumnNames implements KyselyPlugin {
  readonly #snakeCase = new SnakeCase()

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    return withOutputNames(this.#snakeCase.transformQuery(args), args.node)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

function withOutputNames(sql: RootOperationNode, query: RootOperationNode): RootOperationNode {
  if (sql.kind === 'SelectQueryNode' && query.kind === 'SelectQueryNode') {
    return { ...sql, selections: named(sql.selections, query.selections) }
  }
  if ('returning' in sql && sql.returning !== undefined && 'returning' in query) {
    const selections = named(sql.returning.selections, query.returning?.selections)
    return { ...sql, returning: { ...sql.returning, selections } }
  }
  return sql
}

function named(
  sql: readonly SelectionNode[] = [],
  query: readonly SelectionNode[] = [],
): SelectionNode[] {
  return sql.map((selection, index) => {
    const { selection: node } = selection
    const value = AliasNode.is(node) ? node.node : node
    const name = outputName(query[index])
    return { ...selection, selection: AliasNode.create(value, IdentifierNode.create(name)) }
  })
}

function outputName(selection: SelectionNode | undefined): string {
  const node = selection?.selection
  invariant(node !== undefined, 'a selection was added to a statement')
  if (AliasNode.is(node) && IdentifierNode.is(node.alias)) return node.alias.name
  if (ColumnNode.is(node)) return node.column.name
  const column = ReferenceNode.is(node) ? node.column : undefined
  invariant(column !== undefined && ColumnNode.is(column), 'a selected value has no name')
  return column.column.name
}
