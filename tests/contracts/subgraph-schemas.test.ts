import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'
import type {
  DefinitionNode,
  EnumValueDefinitionNode,
  FieldDefinitionNode,
  InputValueDefinitionNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { resolvers as orderDocuments } from '../../services/order-documents/src/graphql/resolvers.ts'
import { resolvers as productionLists } from '../../services/production-lists/src/graphql/resolvers.ts'
import { resolvers as webhooks } from '../../services/webhooks/src/graphql/resolvers.ts'

type TypeNode = Extract<DefinitionNode, { readonly kind: `${string}TypeDefinition` }>
type Member = FieldDefinitionNode | InputValueDefinitionNode | EnumValueDefinitionNode

describe.each<[string, object]>([
  ['production-lists', productionLists],
  ['order-documents', orderDocuments],
  ['webhooks', webhooks],
])('the schema of %s', (service, resolvers) => {
  const file = new URL(`../../services/${service}/schema.graphql`, import.meta.url)
  const types = parse(readFileSync(file, 'utf8')).definitions.filter(isType)
  const fields = types.flatMap((type) => membersOf(type).map((member) => nameOf(type, member)))
  const scalars = types.filter(({ kind }) => kind === Kind.SCALAR_TYPE_DEFINITION)
  const isScalar = (name: string) => scalars.some((scalar) => scalar.name.value === name)
  const resolved = Object.entries(resolvers)
    .filter(([name]) => !isScalar(name))
    .flatMap(([name, ofType]) => Object.keys(ofType as object).map((field) => `${name}.${field}`))

  // A misspelt resolver is silently ignored by buildSubgraphSchema.
  test('has the field of every resolver', () => {
    const unknown = resolved.filter((name) => !fields.includes(name))
    expect(unknown.filter((name) => !name.endsWith('.__resolveReference'))).toEqual([])
  })

  test('has a resolver of every operation', () => {
    const isOperation = (name: string) => /^(Query|Mutation)\./.test(name)
    expect(resolved.filter(isOperation).toSorted()).toEqual(fields.filter(isOperation).toSorted())
  })

  test('describes every type, field, argument and value', () => {
    expect(types.flatMap(undescribed)).toEqual([])
  })
})

function isType(definition: DefinitionNode): definition is TypeNode {
  return definition.kind.endsWith('TypeDefinition')
}

function membersOf(type: TypeNode): readonly Member[] {
  if ('values' in type) return type.values ?? []
  return 'fields' in type ? (type.fields ?? []) : []
}

function nameOf(type: TypeNode, member: Member): string {
  return `${type.name.value}.${member.name.value}`
}

function undescribed(type: TypeNode): string[] {
  const isRoot = ['Query', 'Mutation'].includes(type.name.value)
  const nodes = membersOf(type).flatMap((member) => [
    member,
    ...('arguments' in member ? (member.arguments ?? []) : []),
  ])
  return [...(isRoot ? [] : [type]), ...nodes]
    .filter(({ description }) => description === undefined)
    .map(({ name }) => `${type.name.value}: ${name.value}`)
}
