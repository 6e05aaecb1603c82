import path from 'node:path'
import { readStarterTabs } from '@takeoff/gateway/http/routes/starter-tabs'
import { getVariableValues, Kind, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { schema } from './support/supergraph.ts'

/** The initial tabs of the development stack's explorer, validated against the public schema. */
const root = path.resolve(import.meta.dirname, '../..')
const tabs = await readStarterTabs(path.join(root, 'services/dev-env/explorer'))

test.each(tabs)('tab %# of the explorer runs without changes', ({ query, variables = '{}' }) => {
  const document = parse(query)
  expect(validate(schema, document)).toEqual([])
  const definitions = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  )
  const given = JSON.parse(variables) as Record<string, unknown>
  expect(getVariableValues(schema, definitions, given).errors).toBeUndefined()
})
