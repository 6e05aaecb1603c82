import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Responds to a request, possibly later. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface LocalServer extends AsyncDisposable {
  readonly url: string
}

/** A real HTTP server on a free port; disposing cuts its connections. */
export async function startLocalServer(listener: Listener): Promise<LocalServer> {
  const server = createServer((request, response) => void listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
