import { buildSchema, parse } from 'graphql'
import { expect, it } from 'vitest'
import { validDocumentPlugin } from './valid-document-plugin.ts'

const DOCUMENT = parse('{ a }')
const OLD = buildSchema('type Query { a: Int }')
const NEW = buildSchema('type Query { b: Int }')

const plugin = validDocumentPlugin()
const execute = (schema: typeof OLD, validFor: typeof OLD | undefined) => () =>
  void plugin.didResolveOperation?.({
    schema,
    document: DOCUMENT,
    contextValue: { validFor },
  } as never)

it('a document is executed when it is valid for the schema of its request', () => {
  expect(execute(OLD, OLD)).not.toThrow()
  expect(execute(OLD, undefined)).not.toThrow()
  expect(execute(OLD, NEW)).not.toThrow()
})

it('a document that was valid for another schema only is refused', () => {
  expect(execute(NEW, OLD)).toThrow('Cannot query field "a"')
  expect(execute(NEW, undefined)).toThrow('Cannot query field "a"')
})

it('a document is validated once for a schema, however often it is executed', () => {
  const document = parse('{ a }')
  const run = (validFor: typeof OLD | undefined) =>
    plugin.didResolveOperation?.({ schema: OLD, document, contextValue: { validFor } } as never)
  expect(() => run(OLD)).not.toThrow()
  // Validation would find this.
  Object.assign(document, { definitions: parse('{ missing }').definitions })
  expect(() => run(undefined)).not.toThrow()
})
