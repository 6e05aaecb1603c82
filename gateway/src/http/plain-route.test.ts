import type { ServerResponse } from 'node:http'
import { PlainReply } from '@takeoff/kit/plain-posts'
import type { PlainRequest } from '@takeoff/kit/plain-posts'
import { expect, it } from 'vitest'
import { PersistedDocuments } from './persisted-documents.ts'
import { plainRoute } from './plain-route.ts'
import { refusalText } from './refusal-text.ts'

it('an operation that fails in a way that nobody foresaw is answered, not done again, and logged', async () => {
  const logged: unknown[] = []
  const fault = new Error('a fault of ours')
  const route = plainRoute({
    path: '/graphql',
    fastPath: { answer: () => Promise.reject(fault) },
    documents: {
      sources: { persisted: new PersistedDocuments(), persistedOnly: false },
      check: () => undefined,
    },
    authenticator: undefined,
    refusalText: refusalText({ error: (...line: unknown[]) => void logged.push(line) }),
  })
  const reply = new PlainReply()
  const request = {
    id: 'request-1',
    method: 'POST',
    url: '/graphql',
    headers: { host: 'x' },
    body: { query: '{ a }' },
    scope: { requestId: 'request-1', sqlStatements: 0 },
    response: {} as ServerResponse,
  } satisfies PlainRequest
  const answer = await route.accept(request)
  const answered = await answer?.(reply)
  expect(reply.statusCode).toBe(500)
  expect(JSON.parse(answered?.text ?? '')).toMatchObject({
    errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'request-1' } }],
  })
  expect(answered?.text).not.toContain(fault.message)
  expect(logged).toEqual([[{ err: fault, requestId: 'request-1' }, 'request failed']])
})
