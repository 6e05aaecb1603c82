import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withTimeout } from '../concurrency/with-timeout.ts'

/** Part of the 15 s that a process has to stop. Load balancers with checks every second have removed it by then. */
const DRAIN_LIMIT_MS = 5_000

/**
 * Drains the server without a failed request, for a handover to other processes: stops listening, and sends every
 * further response with `connection: close`, so that each client opens its next connection elsewhere. Closing an idle
 * connection instead could cross a request on its way.
 *
 * Resolves when no connection is left, or after the limit with the connections on which no request came.
 */
export async function drain(server: Server, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  const deadline = performance.now() + limitMs
  server.prependListener('request', (_request, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  })
  await acceptQueued(server, deadline)
  const closed = new Promise<void>((resolve) => {
    server.once('close', resolve)
  })
  // The method of HTTP servers closes idle connections as well.
  NetServer.prototype.close.call(server)
  await withTimeout(deadline - performance.now(), closed, 'connections are left').catch(
    () => undefined,
  )
}

/** The kernel resets connections that it has established and Node has not accepted when the listening socket is closed. */
async function acceptQueued(server: Server, deadline: number): Promise<void> {
  let hasAccepted = false
  const onConnection = (): void => {
    hasAccepted = true
  }
  server.on('connection', onConnection)
  // This turn of the event loop may be past its accept phase.
  await nextTurn()
  do {
    hasAccepted = false
    await nextTurn()
  } while (hasAccepted && performance.now() < deadline)
  server.off('connection', onConnection)
}
