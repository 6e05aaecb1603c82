import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { expect, test } from 'vitest'
import { sendGraphql } from './send-graphql.ts'

test.each([
  [502, '<html>Bad gateway</html>', 'HTTP 502: <html>Bad gateway</html>', []],
  [200, '{"data":null}', 'HTTP 200: {"data":null}', []],
  [
    200,
    '{"errors":[{"message":"No.","extensions":{"code":"FORBIDDEN","requestId":"r-1"}}]}',
    'HTTP 200: No. (FORBIDDEN, request r-1)',
    ['FORBIDDEN'],
  ],
])('a response with %i and %s is refused with its reason', async (status, text, reason, codes) => {
  await using server = await startLocalServer((_request, response) => {
    response.writeHead(status).end(text)
  })
  await expect(sendGraphql(server.url, 'x', {})).rejects.toMatchObject({
    name: 'RefusedError',
    message: `${server.url} responds with ${reason}`,
    codes,
  })
})
