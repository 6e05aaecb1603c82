import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withDocument } from '../graphql-request.ts'
import { PersistedDocuments } from './persisted-documents.ts'

const QUERY = '{ warehouses }'
const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', QUERY, 'hex') } }

const automatic = new Map<string, string>()
const sources = { automatic, persisted: new PersistedDocuments(), persistedOnly: false }
const post = (body: unknown) => withDocument({ method: 'POST', url: '/graphql', body }, sources)
const get = (parameters: Record<string, string>) =>
  withDocument(
    { method: 'GET', url: `/graphql?${new URLSearchParams(parameters)}`, body: undefined },
    sources,
  )

it('a query that is requested by its hash is a document to charge and to check, as if it was sent', () => {
  expect(() => post({ extensions })).toThrow('PersistedQueryNotFound')
  automatic.set(extensions.persistedQuery.sha256Hash, QUERY)
  const document = { text: QUERY, isPersisted: false }
  expect(post({ extensions })).toMatchObject({
    document,
    body: { query: QUERY, extensions: null },
  })
  const { search, document: found } = get({ extensions: JSON.stringify(extensions) })
  expect(found).toEqual(document)
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    query: QUERY,
    extensions: '{}',
  })
})

it('a query that is sent with its hash reaches Apollo Server without it, and other extensions stay', () => {
  const sentHash = extensions.persistedQuery.sha256Hash
  expect(post({ query: QUERY, extensions: { ...extensions, other: 1 } })).toMatchObject({
    body: { query: QUERY, extensions: { other: 1 } },
    document: { text: QUERY, isPersisted: false, sentHash },
  })
})
