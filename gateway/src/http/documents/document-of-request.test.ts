import { hash } from 'node:crypto'
import { expect, it } from 'vitest'
import { AutomaticDocuments } from './automatic-documents.ts'
import { withDocument } from '../graphql-request.ts'
import { PersistedDocuments } from './persisted-documents.ts'

const QUERY = '{ warehouses }'
const extensions = { persistedQuery: { version: 1, sha256Hash: hash('sha256', QUERY, 'hex') } }

const automatic = new AutomaticDocuments()
const sources = { automatic, persisted: new PersistedDocuments(), persistedOnly: false }
const post = (body: unknown) => withDocument({ method: 'POST', url: '/graphql', body }, sources)
const get = (parameters: Record<string, string>) =>
  withDocument(
    { method: 'GET', url: `/graphql?${new URLSearchParams(parameters)}`, body: undefined },
    sources,
  )

it('a query that is requested by its hash is a document to charge and to check, as if it was sent', async () => {
  expect(post({ extensions }).document).toBeUndefined()
  await automatic.set(`apq:${extensions.persistedQuery.sha256Hash}`, QUERY)
  const document = { text: QUERY, isPersisted: false }
  expect(post({ extensions })).toMatchObject({
    document,
    body: { query: QUERY, extensions: {} },
  })
  const { search, document: found } = get({ extensions: JSON.stringify(extensions) })
  expect(found).toEqual(document)
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    query: QUERY,
    extensions: '{}',
  })
})

it('a query that is sent with its hash reaches Apollo Server with it, which registers it', () => {
  const body = { query: QUERY, extensions }
  expect(post(body)).toMatchObject({ body, document: { text: QUERY, isPersisted: false } })
})
