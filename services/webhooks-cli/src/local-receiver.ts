import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { errorMessage } from '@takeoff/kit/values/caught'
import { CommandFailedError } from '@takeoff/kit/service/command-line'

/** One POST that arrived. */
export interface Received {
  readonly at: Date
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** Why it could not be forwarded. */
  readonly failure?: string
}

export interface LocalReceiver extends AsyncDisposable {
  /** On loopback, with a slash at the end. */
  readonly url: string
}

/**
 * Receives POSTs on loopback; a GET returns the session, so that other sessions see that it is alive.
 * @throws CommandFailedError when the port is taken
 */
export async function startLocalReceiver(
  { port, session }: { readonly port: number; readonly session: string },
  respond: (received: Received) => Promise<Reply>,
): Promise<LocalReceiver> {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const reply =
      request.method === 'POST'
        ? await respond({ at: new Date(), headers: request.headers, body })
        : { status: 200, body: session }
    response.writeHead(reply.status, { ...reply.headers }).end(reply.body)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    throw new CommandFailedError(`Port ${port} cannot be listened on (${errorMessage(error)}).`)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
