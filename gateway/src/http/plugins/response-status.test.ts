import { describe, expect, it } from 'vitest'
import { responseStatus, responseType } from './response-status.ts'

const LEGACY = 'application/json; charset=utf-8'

describe('the status of a document that is refused', () => {
  it.each([
    [undefined, 400],
    ['*/*', 400],
    ['application/json', 200],
    [LEGACY, 200],
    ['application/json, */*', 400],
    ['application/graphql-response+json', 400],
    ['application/json, application/graphql-response+json', 400],
  ])('with Accept: %s is %i', (accept, status) => {
    expect(responseStatus(accept, { status: 400, code: 'DEPTH_EXCEEDED' })).toBe(status)
  })

  it('is unchanged where the request is not a GraphQL request, or the errors concern more than the document', () => {
    expect(responseStatus(LEGACY, { status: 400, code: 'BAD_REQUEST' })).toBe(400)
    expect(responseStatus(LEGACY, { status: 401, code: 'UNAUTHENTICATED' })).toBe(401)
    expect(responseStatus(LEGACY, { status: 429, code: 'RATE_LIMITED' })).toBe(429)
  })
})

it('a response has the newer media type for a client that accepts it', () => {
  expect(responseType('application/json, application/graphql-response+json;q=0.5')).toContain(
    'application/graphql-response+json',
  )
  expect(responseType('application/json')).toBe(LEGACY)
  expect(responseType(undefined)).toBe(LEGACY)
})
