import { gzipSync } from 'node:zlib'
import { get, send } from './mistake.ts'
import type { Mistake } from './mistake.ts'

const BODY = '{"query": "{ __typename }"}'
const MUTATION = 'mutation{webhookDelete(id:1)}'

/** Mistakes with methods, headers and bodies. */
export const http: readonly Mistake[] = [
  {
    what: 'A mutation with GET',
    request: () => get(`/graphql?query=${encodeURIComponent(MUTATION)}`),
    status: 405,
    code: 'BAD_REQUEST',
    message: 'GET is for queries only. Send a mutation with POST.',
  },
  {
    what: '`/graphql` opened without a query',
    request: () => get('/graphql'),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.',
  },
  {
    what: 'An export of the console, opened by a link of another site',
    request: () => ({
      ...get('/session/exports/orders?orgId=1'),
      headers: { 'sec-fetch-site': 'cross-site' },
    }),
    status: 403,
    code: 'FORBIDDEN',
    message:
      'A link of another site starts no export. Put its address into a new tab of the browser.',
  },
  {
    what: 'PUT in place of POST',
    request: () => ({ method: 'PUT', body: BODY }),
    status: 405,
    code: 'BAD_REQUEST',
    message: 'PUT is not served here; use GET or POST.',
  },
  {
    what: 'JSON as `text/plain`',
    request: () => ({ body: BODY, headers: { 'content-type': 'text/plain' } }),
    status: 415,
    code: 'BAD_REQUEST',
    message: 'Send the operation as JSON, with the header "content-type: application/json".',
  },
  {
    what: 'A form in place of JSON',
    request: () => ({
      body: 'query=%7B__typename%7D',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    status: 415,
    code: 'BAD_REQUEST',
    message: 'Send the operation as JSON, with the header "content-type: application/json".',
  },
  {
    what: 'GraphQL without JSON around it',
    request: () => ({ body: '{ __typename }' }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is not valid JSON. Send one JSON object.',
  },
  {
    what: 'JSON with a comma too many',
    request: () => ({ body: '{"query": "{ __typename }",}' }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is not valid JSON. Send one JSON object.',
  },
  {
    what: 'JSON with one key twice',
    request: () => ({ body: '{"query": "{ __typename }", "variables": {"id": 1, "id": 2}}' }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body has an object with a duplicate key. Give each key once.',
  },
  {
    what: 'An empty body',
    request: () => ({ body: '' }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is empty. Send one JSON object.',
  },
  {
    what: 'Several operations in an array',
    request: () => ({ body: `[${BODY}, ${BODY}]` }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'Batches are not served. Send each operation in a request of its own.',
  },
  {
    what: 'The query under the key `mutation`',
    request: () => send({ mutation: MUTATION }),
    status: 400,
    code: 'BAD_REQUEST',
    message: 'GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension.',
  },
  {
    what: 'Variables as a text, encoded twice',
    request: () => send({ query: '{ __typename }', variables: '{"id": 1}' }),
    status: 400,
    code: 'BAD_REQUEST',
    message:
      '`variables` in a POST body should be provided as an object, not a recursively JSON-encoded string.',
  },
  {
    what: 'A body that is too large',
    request: () => send({ query: '{ __typename }', variables: { text: 'x'.repeat(1_000_000) } }),
    status: 413,
    code: 'BAD_REQUEST',
    message: 'The body has more than 1000000 bytes. Split the request into smaller ones.',
  },
  {
    what: 'A body compressed with gzip',
    request: () => ({ body: gzipSync(BODY), headers: { 'content-encoding': 'gzip' } }),
    status: 415,
    code: 'BAD_REQUEST',
    message: 'Send the body uncompressed.',
  },
  {
    what: 'Only HTML is accepted',
    request: () => ({ body: BODY, headers: { accept: 'text/html' } }),
    status: 406,
    code: 'BAD_REQUEST',
    message:
      'The header accept excludes JSON. Accept application/json or application/graphql-response+json.',
  },
  {
    what: 'An address as of a REST API',
    request: () => get('/v1/lists?orgId=1'),
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is nothing at GET /v1/lists. Check the method and the address.',
  },
]
