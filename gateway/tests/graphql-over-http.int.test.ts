import { serverAudits } from 'graphql-http'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { describe, expect, it } from 'vitest'
import { startLibrary } from './fixtures/library.ts'
import { startGateway } from './fixtures/start-gateway.ts'

const library = await disposeAfterAll(startLibrary())
const gateway = await disposeAfterAll(startGateway(library.supergraphSdl))

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
