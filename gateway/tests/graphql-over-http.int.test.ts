import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import type { Library } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'
import type { TestGateway } from './fixtures/start-gateway.ts'

let library: Library
let gateway: TestGateway

beforeAll(async () => {
  library = await startLibrary()
  gateway = await startGateway(library.supergraphSdl)
})

afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await library[Symbol.asyncDispose]()
})

/** CSRF prevention is on: a GET counts only with a header that no other site can make a browser send. */
function fetchWithToken(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', 'Bearer t')
  return fetch(url, { ...init, headers })
}

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${gateway.url}/graphql`, fetchFn: fetchWithToken })

  it('has 61 rules in the audit of graphql-http', () => expect(audits).toHaveLength(61))

  it.each(audits.map(({ id, name, fn }) => ({ id, name, fn })))('$id: $name', async ({ fn }) => {
    const result = await fn()
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
  })
})
