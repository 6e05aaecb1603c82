import { readFileSync } from 'node:fs'
import { buildSchema } from '@takeoff/kit/graphql/subgraph-server'
import { accessTable } from '@takeoff/kit/security/access-table'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { resolvers } from './resolvers.ts'

const typeDefs = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')

test('every resolver belongs to a field of the schema, and every operation has one', () => {
  const schema = buildSchema({ typeDefs, resolvers, access: accessTable })
  for (const [name, fields] of Object.entries(resolvers)) {
    const type = schema.getType(name)
    if (!isObjectType(type)) continue
    const known = [...Object.keys(type.getFields()), '__resolveReference']
    expect(known).toEqual(expect.arrayContaining(Object.keys(fields)))
  }
  const operations = (name: string): string[] => {
    const type = schema.getType(name)
    return isObjectType(type)
      ? Object.keys(type.getFields()).filter((field) => !field.startsWith('_'))
      : []
  }
  expect(Object.keys(resolvers.Query ?? {}).sort()).toEqual(operations('Query').sort())
  expect(Object.keys(resolvers.Mutation ?? {}).sort()).toEqual(operations('Mutation').sort())
})

test('every type, field and argument has a description', () => {
  const schema = buildSchema({ typeDefs, resolvers, access: accessTable })
  const silent: string[] = []
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('_')) continue
    if (!type.description && type.name !== 'Query') silent.push(type.name)
    for (const field of Object.values(type.getFields())) {
      if (field.name.startsWith('_')) continue
      if (!field.description) silent.push(`${type.name}.${field.name}`)
      for (const arg of field.args) {
        if (!arg.description) silent.push(`${type.name}.${field.name}(${arg.name})`)
      }
    }
  }
  expect(silent).toEqual([])
})
