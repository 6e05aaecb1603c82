import {
  getOperationAST,
  isObjectType,
  Kind,
  OperationTypeNode,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { documentViolation, textViolation } from '../../gateway/src/documents/document-limits.ts'
import * as operations from '../../services/client/src/generated/operations.ts'
import { config, pointsOf, schema } from './support/supergraph.ts'

const PAGE_MAX = 200
/** Fields that no operation selects on purpose: the operations have what took their place. */
const LEFT_OUT = ['OrderDocument.stateDeprecated']

const documents: [string, string][] = Object.entries(operations)

/** `Type.field` of every field that an operation selects. */
const selected = new Set<string>()
for (const [, text] of documents) {
  const types = new TypeInfo(schema)
  const collect = visitWithTypeInfo(types, {
    Field: ({ name }) => void selected.add(`${types.getParentType()?.name}.${name.value}`),
  })
  visit(parse(text), collect)
}

test('every field of the public schema is in an operation of the client', () => {
  const fields = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
    .flatMap((type) =>
      Object.keys(isObjectType(type) ? type.getFields() : {}).map((name) => `${type.name}.${name}`),
    )
  expect(fields.length).toBeGreaterThan(400)
  expect(fields.filter((field) => !selected.has(field))).toEqual(LEFT_OUT)
})

describe.each(documents)('%s', (_name, text) => {
  const document = parse(text)
  const operation = getOperationAST(document)

  test('is within the limits of the gateway, also with the largest page', () => {
    expect(pointsOf(text, { first: PAGE_MAX })).toBeLessThanOrEqual(config.costMax)
    expect(textViolation(text, config)).toBeUndefined()
    expect(documentViolation(document, config)).toBeUndefined()
  })

  test('takes every argument of its field as a variable', () => {
    const [field] = operation?.selectionSet.selections ?? []
    if (field?.kind !== Kind.FIELD) throw new Error('one field, please')
    const root =
      operation?.operation === OperationTypeNode.MUTATION
        ? schema.getMutationType()
        : schema.getQueryType()
    const definition = root?.getFields()[field.name.value]
    expect(field.arguments?.map(({ name }) => name.value)).toEqual(
      definition?.args.map(({ name }) => name),
    )
  })
})
