import { SchemaMetaFieldDef, TypeMetaFieldDef } from 'graphql'
import type { FieldNode } from 'graphql'

/** Whether a field of the query type is `__schema` or `__type`. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value === SchemaMetaFieldDef.name || name.value === TypeMetaFieldDef.name
}
