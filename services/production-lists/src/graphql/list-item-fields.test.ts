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
