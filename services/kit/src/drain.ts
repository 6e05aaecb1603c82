import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { within } from './within.ts'

/**
 * Takes no new connections, and closes each of the others after its next answer, so that no request meets a closed
 * one. Resolves when none is left, and after the limit with those that nothing was asked on.
 */
export async function drain(server: Server, limitMs: number): Promise<void> {
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve)
  })
  // The one of HTTP servers cuts idle connections, where a request may be on its way.
  NetServer.prototype.close.call(server)
  await within(limitMs, closed, 'connections are left').catch(() => undefined)
}
