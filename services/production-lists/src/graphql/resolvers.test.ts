import { readFile } from 'node:fs/promises'
import { buildSchema } from '@takeoff/kit/graphql/subgraph-server'
import { accessTable } from '@takeoff/kit/security/access-table'
import { isInputObjectType } from 'graphql'
import type { GraphQLNamedType, GraphQLObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { shownItemColumns } from '../db/lists/list-columns.ts'
import { manualFields } from '../domain/lists/list-state.ts'
import { resolvers } from './resolvers.ts'

const typeDefs = await readFile(new URL('../../schema.graphql', import.meta.url), 'utf8')
const schema = buildSchema({ typeDefs, resolvers, access: accessTable })

const isObjectType = (type: GraphQLNamedType | undefined): type is GraphQLObjectType =>
  type !== undefined && 'getInterfaces' in type

// A misspelt resolver is silently ignored by buildSubgraphSchema.
test('every resolver has its type and field in the schema', () => {
  for (const [typeName, fields] of Object.entries(resolvers)) {
    const type = schema.getType(typeName)
    expect(type).toBeDefined()
    if (!isObjectType(type)) continue
    const names = Object.keys(fields).filter((name) => name !== '__resolveReference')
    expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(names))
  }
})

test.each(['ListItem', 'ProductionListPreviewItem'])(
  '%s has each column of a list item, apart from its keys and those that only rules use',
  (name) => {
    const type = schema.getType(name)
    const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
    const { id: _, vendorId: __, ...readable } = shownItemColumns
    expect(fields).toEqual(expect.arrayContaining([...Object.keys(readable), 'vendor']))
  },
)

test.each(['ListItemUpdate', 'ListItemAdd'])(
  '%s has each value of an item that is set by hand',
  (name) => {
    const type = schema.getType(name)
    const fields = isInputObjectType(type) ? Object.keys(type.getFields()) : []
    expect(fields).toEqual(expect.arrayContaining([...manualFields]))
  },
)

test('every type, field and argument of the service has a description', () => {
  const bare: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || /^_|^(Query|Mutation)$/.test(type.name)) continue
    if (!type.description) bare.push(type.name)
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    for (const field of Object.values(type.getFields())) {
      if (field.name.startsWith('_')) continue
      if (!field.description) bare.push(`${type.name}.${field.name}`)
      for (const { name, description } of field.args) {
        if (!description) bare.push(`${type.name}.${field.name}(${name})`)
      }
    }
  }
  expect(bare).toEqual([])
})
