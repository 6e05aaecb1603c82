import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExplorerOptions, ExplorerPage } from './explorer-page.ts'
import { refuseOtherMethods } from './wrong-method.ts'

/** `/graphiql`, and the redirect to it for a browser that opens `/`. */
export function addExplorerRoute(app: FastifyInstance, options: ExplorerOptions): void {
  let page: Promise<ExplorerPage> | undefined
  app.get('/graphiql', async (request, reply) => {
    page ??= renderPage(options)
    return sendPage(request, reply, await page)
  })
  refuseOtherMethods(app, '/graphiql', ['GET', 'HEAD'])
  app.get('/', (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/graphiql')
    return reply.callNotFound()
  })
}

/** The editor is loaded on its first request: its text takes 30 MB of memory permanently. */
async function renderPage(options: ExplorerOptions): Promise<ExplorerPage> {
  const { renderExplorerPage } = await import('./explorer-page.ts')
  return renderExplorerPage(options)
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: ExplorerPage,
): Promise<FastifyReply> {
  void reply
    .header('etag', page.etag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  void reply.type('text/html; charset=utf-8')
  if (/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    return reply.header('content-encoding', 'gzip').send(page.gzipped)
  }
  return reply.send(await promisify(gunzip)(page.gzipped))
}
