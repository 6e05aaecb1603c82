import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExplorerOptions, ExplorerPage } from './explorer-page.ts'
import { refuseOtherMethods } from '../wrong-method.ts'

const PORT = /:\d{1,5}$/

/**
 * `/graphiql`, and the redirect to it for a browser that opens `/`.
 * @param options `hasHome`: another page is at `/`
 */
export function addExplorerRoute(
  app: FastifyInstance,
  { hasHome, ...options }: ExplorerOptions & { readonly hasHome: boolean },
): void {
  const withHeaders = pageOf(options)
  const withoutHeaders = pageOf({ ...options, headers: {} })
  app.get('/graphiql', async (request, reply) => {
    // A page of another site reaches this machine under a name of its own (DNS rebinding), and must not read the token.
    const isLoopback = isLoopbackHost((request.headers.host ?? '').replace(PORT, ''))
    return sendPage(request, reply, await (isLoopback ? withHeaders() : withoutHeaders()))
  })
  refuseOtherMethods(app, '/graphiql', ['GET', 'HEAD'])
  if (hasHome) return
  app.get('/', (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/graphiql')
    return reply.callNotFound()
  })
}

/** The page is rendered on its first request, and kept. */
function pageOf(options: ExplorerOptions): () => Promise<ExplorerPage> {
  let page: Promise<ExplorerPage> | undefined
  return () => (page ??= renderPage(options))
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
