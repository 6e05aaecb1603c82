import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { buildSchema, Kind, OperationTypeNode, parse } from 'graphql'
import type { ReadyOperation } from '../../execution/compiled/operations.ts'
import type { RequestContext } from '../../execution/request-context.ts'
import { expect, test } from 'vitest'
import { pluginContext } from './plugin-context.ts'
import type { PluginContext } from './plugin-context.ts'

const schema = buildSchema('type Query { a: Int }')
const document = parse('{ a }')

test('plugins see method, headers and body of the request', () => {
  const headers = { accept: 'text/html', 'x-twice': ['a', 'b'] }
  const { http } = contextOf({ method: 'POST', headers, body: { query: '{ a }' } }).request

  expect(http.method).toBe('POST')
  expect(http.headers.get('accept')).toBe('text/html')
  expect(http.headers.get('X-Twice')).toBe('a, b')
  expect(http.body).toEqual({ query: '{ a }' })
})

test('the objects of a request are collected without a full garbage collection', () => {
  const count = 400
  const bodyBytes = 8_000
  collectYoung()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < count; index += 1) contextOf({ body: numbersOf(bodyBytes) })
  collectYoung()

  expect(process.memoryUsage().heapUsed - before).toBeLessThan((count * bodyBytes) / 2)
})

function contextOf(request: Partial<FastifyRequest>): PluginContext {
  const definition = { kind: Kind.OPERATION_DEFINITION, operation: OperationTypeNode.QUERY }
  const ready = { definition } as unknown as ReadyOperation
  return pluginContext(
    { schema, document, queryHash: 'hash', ready },
    { query: '{ a }', operationName: undefined, variables: {} },
    { request: request as FastifyRequest, contextValue: {} as RequestContext },
  )
}

function numbersOf(bytes: number): readonly number[] {
  return Array.from({ length: bytes / 8 }, () => 1.5)
}

/** Twice, because young objects may survive one collection. */
function collectYoung(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: { readonly type: 'minor' }) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'minor' })
  collect({ type: 'minor' })
}
