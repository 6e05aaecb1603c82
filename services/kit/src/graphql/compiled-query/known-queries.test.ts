import { getOperationAST, parse } from 'graphql'
import { expect, test } from 'vitest'
import { KnownQueries } from './known-queries.ts'
import type { KnownQuery } from './known-queries.ts'

const text = 'query A { a } query B { b }'

function queryOf(operationName: string): KnownQuery {
  const document = parse(text)
  const operation = getOperationAST(document, operationName)
  if (!operation) throw new Error(`there is no operation ${operationName}`)
  return { document, operation }
}

test('operations of one text are distinguished, and the first one of a name stays', () => {
  const known = new KnownQueries()
  const first = queryOf('A')
  known.add(text, 'A', first)
  known.add(text, 'A', queryOf('A'))
  known.add(text, 'B', queryOf('B'))
  expect(known.find(text, 'A')?.operation).toBe(first.operation)
  expect(known.find(text, 'B')?.operation.name?.value).toBe('B')
  expect(known.find(text, undefined)).toBeUndefined()
})

test('the context and the variables of the first request are not kept', () => {
  const known = new KnownQueries()
  const query = queryOf('A')
  const request = { ...query, variables: { id: 1 }, context: { rows: [1, 2, 3] } }
  known.add(text, 'A', request)
  expect(known.find(text, 'A')).toEqual(query)
})

test('a part of the text in the operation name is another query', () => {
  const known = new KnownQueries()
  known.add(text, 'A', queryOf('A'))
  expect(known.find(text.slice('query '.length), 'A query')).toBeUndefined()
})

test('the newest texts are cached, up to a million characters', () => {
  const known = new KnownQueries()
  const long = (letter: string): string => letter.repeat(400_000)
  for (const letter of ['a', 'b', 'c']) known.add(long(letter), undefined, queryOf('A'))
  expect(
    ['a', 'b', 'c'].map((letter) => known.find(long(letter), undefined) !== undefined),
  ).toEqual([false, true, true])
})
