import { isInterfaceType, isObjectType, parseFieldSetArgument } from '@apollo/federation-internals'
import type {
  FieldDefinition,
  InterfaceType,
  ObjectType,
  Schema,
  SelectionSet,
  Subgraph,
} from '@apollo/federation-internals'

/** A field with `@requires`. */
export interface Requirement {
  readonly subgraph: Subgraph
  readonly type: ObjectType
  readonly field: FieldDefinition<ObjectType>
  readonly selection: SelectionSet
}

export function requirementsOf(subgraph: Subgraph): Requirement[] {
  const requires = subgraph.metadata().requiresDirective()
  return subgraph.schema.objectTypes().flatMap((type) =>
    type.fields().flatMap((field) =>
      field.appliedDirectivesOf(requires).map((directive) => ({
        subgraph,
        type,
        field,
        selection: parseFieldSetArgument({ parentType: type, directive, validate: false }),
      })),
    ),
  )
}

/** Undefined when the schema has no object or interface type with this name. */
export function fieldsTypeOf(schema: Schema, name: string): ObjectType | InterfaceType | undefined {
  const type = schema.type(name)
  return type !== undefined && (isObjectType(type) || isInterfaceType(type)) ? type : undefined
}
