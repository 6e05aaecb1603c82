import { isCompositeType, isUnionType, SchemaMetaFieldDef, TypeMetaFieldDef } from 'graphql'
import type {
  FieldNode,
  GraphQLCompositeType,
  GraphQLField,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql'
import { eachField, responseName } from '../execution/compiled/collect-fields.ts'
import type { SelectionContext } from '../execution/compiled/collect-fields.ts'

export interface CountedSelectionContext extends SelectionContext {
  /** Called for each selection that is visited. */
  readonly onSelection: () => void
}

/** A field of one type, with every place of the document that selects it. */
export interface SelectedField {
  readonly type: GraphQLCompositeType
  readonly definition: GraphQLField<unknown, unknown>
  readonly nodes: FieldNode[]
}

/** The fields of an object by their response keys. A key has several where types exclude one another. */
export function selectedFields(
  selectionContext: CountedSelectionContext,
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
): Map<string, SelectedField[]> {
  const { schema, onSelection } = selectionContext
  const found = new Map<string, SelectedField[]>()

  function onField(type: GraphQLCompositeType, node: FieldNode): void {
    const definition = fieldOf(schema, type, node.name.value)
    if (definition === undefined) return
    const key = responseName(node)
    const fields = found.get(key) ?? []
    const known = fields.find((field) => field.type === type && field.definition === definition)
    if (known === undefined) fields.push({ type, definition, nodes: [node] })
    else known.nodes.push(node)
    found.set(key, fields)
  }

  function within(condition: string, otherwise: GraphQLCompositeType): GraphQLCompositeType {
    const type = schema.getType(condition)
    return isCompositeType(type) ? type : otherwise
  }

  eachField(selectionContext, sets, { type, within, onField, onSelection })
  return found
}

/** `__typename` takes no work in a subgraph, and costs nothing. */
function fieldOf(
  schema: GraphQLSchema,
  type: GraphQLCompositeType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name && type === schema.getQueryType()) return SchemaMetaFieldDef
  if (name === TypeMetaFieldDef.name && type === schema.getQueryType()) return TypeMetaFieldDef
  return isUnionType(type) ? undefined : type.getFields()[name]
}
