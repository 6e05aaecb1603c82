import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 20

/**
 * Closing waits for the requests in progress, not for connections: neither for one that becomes idle after Fastify has
 * closed the idle ones, nor for one that a client opened ahead and never used, which Node counts as busy.
 */
export function closeGracefully(app: FastifyInstance): void {
  let inProgress = 0
  const onClose = (): void => {
    inProgress -= 1
  }
  app.server.on('request', (_request, response) => {
    inProgress += 1
    // 'close' is emitted once; `once` itself would allocate three objects per request.
    response.on('close', onClose)
  })
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      if (inProgress === 0) app.server.closeAllConnections()
      else app.server.closeIdleConnections()
    }, SWEEP_MS)
    // The server may be closed already, if it was drained.
    sweep.unref()
    app.server.once('close', () => clearInterval(sweep))
    done()
  })
}
