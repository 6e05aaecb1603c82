import { readFileSync } from 'node:fs'
import { parse } from 'graphql'
import type { DefinitionNode, FieldDefinitionNode, InputValueDefinitionNode } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readLineFields } from '../db/orders/order-line-columns.ts'
import { ORDER_LINE_FIELDS } from '../exports/order-record.ts'
import { resolvers } from './resolvers.ts'

const document = parse(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))
const types = document.definitions.filter(isType)

type TypeNode = Extract<DefinitionNode, { readonly kind: `${string}TypeDefinition` }>

describe('the schema', () => {
  it('has the type and field of every resolver', () => {
    const known = new Set(types.flatMap((type) => [type.name.value, ...fieldNames(type)]))
    const resolved = Object.entries(resolvers).flatMap(([name, fields]) =>
      name === 'DateTime' ? [name] : Object.keys(fields).map((field) => `${name}.${field}`),
    )

    const unknown = resolved.filter((name) => !known.has(name))
    expect(unknown.filter((name) => !name.endsWith('.__resolveReference'))).toEqual([])
  })

  it('has each value of an order line that clients read', () => {
    const line = types.find(({ name }) => name.value === 'OrderListItem')
    const fields = line === undefined ? [] : fieldsOf(line).map(({ name }) => name.value)
    expect(fields).toEqual(expect.arrayContaining(readLineFields))
  })

  it('has the same fields for OrderListItem as the export of orders', () => {
    const line = types.find(({ name }) => name.value === 'OrderListItem')
    const fields = line === undefined ? [] : fieldsOf(line).map(({ name }) => name.value)
    expect(fields.toSorted()).toEqual([...ORDER_LINE_FIELDS].toSorted())
  })

  it('describes every type, field and argument', () => {
    expect(types.flatMap(undescribed)).toEqual([])
  })
})

function isType(definition: DefinitionNode): definition is TypeNode {
  return definition.kind.endsWith('TypeDefinition')
}

function fieldsOf(type: TypeNode): readonly (FieldDefinitionNode | InputValueDefinitionNode)[] {
  return 'fields' in type ? (type.fields ?? []) : []
}

function fieldNames(type: TypeNode): string[] {
  return fieldsOf(type).map((field) => `${type.name.value}.${field.name.value}`)
}

function undescribed(type: TypeNode): string[] {
  const isRoot = ['Query', 'Mutation'].includes(type.name.value)
  const nodes = fieldsOf(type).flatMap((field) => [
    field,
    ...('arguments' in field ? (field.arguments ?? []) : []),
  ])
  return [...(isRoot ? [] : [type]), ...nodes]
    .filter((node) => node.description === undefined)
    .map((node) => `${type.name.value}: ${node.name.value}`)
}
