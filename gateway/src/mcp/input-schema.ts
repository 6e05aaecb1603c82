import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  Kind,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { GraphQLInputObjectType, GraphQLInputType, GraphQLSchema } from 'graphql'
import type { ToolDocument } from './tool-document.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The schema of an object, as MCP requires it of a tool's arguments. */
export interface ArgumentsSchema {
  readonly [key: string]: unknown
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: string[]
}

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  // GraphQL takes an integer for an ID, too.
  ID: { type: ['string', 'integer'] },
  DateTime: { type: 'string', format: 'date-time' },
}

/**
 * JSON Schema (2020-12) of a tool's variables. A variable without a description in the document has that of the
 * argument or input field that takes it.
 */
export function inputSchemaOf(tool: ToolDocument, schema: GraphQLSchema): ArgumentsSchema {
  const definitions: Record<string, JsonSchema> = {}
  const described = descriptionsOf(tool, schema)
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const { variable, type, defaultValue, description } of tool.operation.variableDefinitions ??
    []) {
    const name = variable.name.value
    const inputType = typeFromAST(schema, type) as GraphQLInputType
    const about = description?.value ?? described.get(name)
    const initial = defaultValue && { default: valueFromASTUntyped(defaultValue) }
    properties[name] = { ...schemaOf(inputType, definitions), ...describe(about), ...initial }
    if (isNonNullType(inputType) && defaultValue === undefined) required.push(name)
  }
  return {
    type: 'object',
    properties,
    required,
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
}

function descriptionsOf({ document }: ToolDocument, schema: GraphQLSchema): Map<string, string> {
  const found = new Map<string, string>()
  const info = new TypeInfo(schema)
  const note = (name: string, description: string | null | undefined): void => {
    if (description !== null && description !== undefined && !found.has(name))
      found.set(name, description)
  }
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument({ value }) {
        if (value.kind === Kind.VARIABLE) note(value.name.value, info.getArgument()?.description)
      },
      ObjectField({ name, value }) {
        const parent = getNamedType(info.getParentInputType())
        if (value.kind === Kind.VARIABLE && isInputObjectType(parent))
          note(value.name.value, parent.getFields()[name.value]?.description)
      },
    }),
  )
  return found
}

function schemaOf(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isNonNullType(type)) return nonNull(type.ofType, definitions)
  return orNull(nonNull(type, definitions))
}

function nonNull(type: GraphQLInputType, definitions: Record<string, JsonSchema>): JsonSchema {
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType, definitions) }
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) }
  if (!isInputObjectType(type)) return SCALARS[getNamedType(type).name] ?? {}
  // Set before its fields are read, because a type may contain itself.
  if (!(type.name in definitions)) {
    definitions[type.name] = {}
    definitions[type.name] = objectSchema(type, definitions)
  }
  return { $ref: `#/$defs/${type.name}` }
}

function objectSchema(
  type: GraphQLInputObjectType,
  definitions: Record<string, JsonSchema>,
): JsonSchema {
  const fields = Object.values(type.getFields())
  return {
    type: 'object',
    ...describe(type.description),
    properties: Object.fromEntries(
      fields.map(({ name, type: fieldType, description, defaultValue }) => [
        name,
        {
          ...schemaOf(fieldType, definitions),
          ...describe(description),
          ...(defaultValue !== undefined && { default: defaultValue }),
        },
      ]),
    ),
    required: fields.filter(isRequiredInputField).map(({ name }) => name),
    additionalProperties: false,
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type } = schema
  if (type === undefined) return '$ref' in schema ? { anyOf: [schema, { type: 'null' }] } : schema
  const types = [type, 'null'].flat()
  return 'enum' in schema
    ? { ...schema, type: types, enum: [...(schema.enum as unknown[]), null] }
    : { ...schema, type: types }
}

function describe(description: string | null | undefined): JsonSchema {
  return description === null || description === undefined || description === ''
    ? {}
    : { description: description.replaceAll(/\s+/g, ' ') }
}
