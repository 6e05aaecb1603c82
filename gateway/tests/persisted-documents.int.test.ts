import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { post, read, startGateway } from './fixtures/start-gateway.ts'
import type { TestResponse, TestGateway } from './fixtures/start-gateway.ts'

const WAREHOUSES = 'query Warehouses { warehouses }'
const BOOK = 'query Book($id: ID!) { book(id: $id) { title } }'
const RENAME = 'mutation Rename { rename(id: 1, title: "Slate") { title } }'
const NORTH_AND_SOUTH = { data: { warehouses: ['north', 'south'] } }

const sha256 = (text: string): string => hash('sha256', text, 'hex')

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-documents'))
const relay = { 'book-of-relay': BOOK, [`sha256:${sha256(WAREHOUSES)}`]: WAREHOUSES }
await writeFile(path.join(folder, 'relay.json'), JSON.stringify(relay))
const apollo = {
  format: 'apollo-persisted-query-manifest',
  version: 1,
  operations: [{ id: sha256(RENAME), name: 'Rename', type: 'mutation', body: RENAME }],
}
await writeFile(path.join(folder, 'apollo.json'), JSON.stringify(apollo))
const library = await disposeAfterAll(startLibrary())
const open = await disposeAfterAll(
  startGateway(library.supergraphSdl, { PERSISTED_DOCUMENTS: folder }),
)
const closed = await disposeAfterAll(
  startGateway(library.supergraphSdl, {
    PERSISTED_DOCUMENTS: folder,
    PERSISTED_DOCUMENTS_ONLY: 'true',
  }),
)

const send = (gateway: TestGateway, body: object): Promise<TestResponse> =>
  post(`${gateway.url}/graphql`, JSON.stringify(body))

async function get(gateway: TestGateway, parameters: [string, string][]): Promise<TestResponse> {
  const search = new URLSearchParams(parameters)
  const headers = { authorization: 'Bearer t' }
  return read(await fetch(`${gateway.url}/graphql?${search}`, { headers }))
}

const refusal = ({ status, body }: TestResponse): string =>
  `${status} ${String(body.errors?.[0]?.extensions['code'])}`

const byHash = (text: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash: sha256(text) } },
})

describe('a persisted document', () => {
  it('is run by its id, with variables', async () => {
    const { body } = await send(open, { documentId: 'book-of-relay', variables: { id: '2' } })
    expect(body).toEqual({ data: { book: { title: 'Gutters' } } })
  })

  it('is run by the hash of its text, by POST and GET', async () => {
    const documentId = `sha256:${sha256(WAREHOUSES)}`
    expect((await send(open, { documentId })).body).toEqual(NORTH_AND_SOUTH)
    expect((await get(open, [['documentId', documentId]])).body).toEqual(NORTH_AND_SOUTH)
  })

  it('is found by the hash that Apollo’s clients send', async () => {
    expect((await send(closed, byHash(RENAME))).body).toEqual({
      data: { rename: { title: 'Slate' } },
    })
  })

  it('is no mutation when it comes by GET', async () => {
    const response = await get(open, [['documentId', `sha256:${sha256(RENAME)}`]])
    expect(refusal(response)).toBe('405 BAD_REQUEST')
  })

  it('that is not there is PERSISTED_DOCUMENT_NOT_FOUND', async () => {
    const documentId = `sha256:${'0'.repeat(64)}`
    expect(refusal(await send(open, { documentId }))).toBe('400 PERSISTED_DOCUMENT_NOT_FOUND')
    expect(refusal(await send(open, { documentId: '__proto__' }))).toBe(
      '400 PERSISTED_DOCUMENT_NOT_FOUND',
    )
  })

  it('is not persisted by sending it', async () => {
    await send(open, { query: '{ warehouses }', ...byHash('{ warehouses }') })
    const documentId = `sha256:${sha256('{ warehouses }')}`
    expect(refusal(await send(open, { documentId }))).toBe('400 PERSISTED_DOCUMENT_NOT_FOUND')
  })

  it.each<[string, object]>([
    ['an id that is no text', { documentId: 1 }],
    ['an id and a text', { documentId: 'book-of-relay', query: BOOK }],
  ])('refuses %s', async (_what, body) =>
    expect(refusal(await send(open, body))).toBe('400 BAD_REQUEST'),
  )

  it('refuses an id that is given twice', async () => {
    const id: [string, string] = ['documentId', 'book-of-relay']
    expect(refusal(await get(open, [id, id]))).toBe('400 BAD_REQUEST')
  })
})

describe('Apollo’s automatic persisted queries', () => {
  const query = '{ books { id } }'
  const data = { books: [{ id: '1' }, { id: '2' }] }

  it('are requested by their hash once they were sent with it', async () => {
    const unknown = await send(open, byHash(query))
    expect(refusal(unknown)).toBe('200 PERSISTED_QUERY_NOT_FOUND')
    expect((await send(open, { query, ...byHash(query) })).body).toEqual({ data })
    expect((await send(open, byHash(query))).body).toEqual({ data })
  })

  it('are checked against the limits when they are sent', async () => {
    const large = `{ ${'x '.repeat(10_000)} }`
    const response = await send(open, { query: large, ...byHash(large) })
    expect(refusal(response)).toBe('400 TOKENS_EXCEEDED')
    expect(refusal(await send(open, byHash(large)))).toBe('200 PERSISTED_QUERY_NOT_FOUND')
  })

  it.each<[string, object]>([
    ['a hash of another text', { query, ...byHash('{ other }') }],
    ['another version', { extensions: { persistedQuery: { version: 2, sha256Hash: 'x' } } }],
    ['no hash', { extensions: { persistedQuery: { version: 1 } } }],
  ])('are refused with %s', async (_what, body) =>
    expect(refusal(await send(open, body))).toBe('400 BAD_REQUEST'),
  )
})

describe('with persisted documents only', () => {
  it('these run', async () => {
    const documentId = sha256(WAREHOUSES)
    expect((await send(closed, { documentId })).body).toEqual(NORTH_AND_SOUTH)
    expect((await get(closed, [['documentId', documentId]])).body).toEqual(NORTH_AND_SOUTH)
  })

  it('they run also by their text with its hash, for clients of gateways that have them or not', async () => {
    expect((await send(closed, { query: RENAME, ...byHash(RENAME) })).body).toEqual({
      data: { rename: { title: 'Slate' } },
    })
    expect((await send(closed, { query: WAREHOUSES, ...byHash(WAREHOUSES) })).body).toEqual(
      NORTH_AND_SOUTH,
    )
  })

  it('a text with the hash of a persisted document does not', async () =>
    expect(refusal(await send(closed, { query: '{ books { id } }', ...byHash(RENAME) }))).toBe(
      '400 BAD_REQUEST',
    ))

  it.each<[string, object]>([
    ['a text', { query: '{ warehouses }' }],
    ['a text with its hash', { query: '{ warehouses }', ...byHash('{ warehouses }') }],
    ['even a text that is persisted', { query: WAREHOUSES }],
    ['a text whose id is not its hash', { query: BOOK, ...byHash(BOOK) }],
    ['nothing', { variables: {} }],
  ])('%s does not', async (_what, body) =>
    expect(refusal(await send(closed, body))).toBe('400 PERSISTED_DOCUMENT_REQUIRED'),
  )

  it('a text by GET does not', async () =>
    expect(refusal(await get(closed, [['query', WAREHOUSES]]))).toBe(
      '400 PERSISTED_DOCUMENT_REQUIRED',
    ))

  it('an unknown hash is PERSISTED_DOCUMENT_NOT_FOUND', async () =>
    expect(refusal(await send(closed, byHash('{ warehouses }')))).toBe(
      '400 PERSISTED_DOCUMENT_NOT_FOUND',
    ))

  it('at least one is required', async () => {
    await expect(
      startGateway(library.supergraphSdl, { PERSISTED_DOCUMENTS_ONLY: 'true' }),
    ).rejects.toThrow('PERSISTED_DOCUMENTS must be set with PERSISTED_DOCUMENTS_ONLY')
  })
})
