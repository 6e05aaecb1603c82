import { Worker } from 'node:worker_threads'
import { BadRequestError } from '@takeoff/kit/values/errors'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExplorerOptions, ExplorerPage } from './explorer-page.ts'
import { refuseOtherMethods } from '../wrong-method.ts'

const PORT = /:\d{1,5}$/

const WORKER = new URL('./explorer-worker.ts', import.meta.url)

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
  return () => {
    page ??= renderPage(options).catch((error: unknown) => {
      page = undefined
      throw error
    })
    return page
  }
}

/** Rendered by a thread that ends: it takes seconds, and the text of the editor 30 MB of memory. */
async function renderPage(options: ExplorerOptions): Promise<ExplorerPage> {
  const worker = new Worker(WORKER, { name: 'explorer', workerData: options })
  const page = await new Promise<ExplorerPage>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject)
    worker.on('exit', () => reject(new Error('the explorer was not rendered')))
  })
  return { ...page, gzipped: Buffer.from(page.gzipped) }
}

/** @throws BadRequestError to a client without gzip: unpacked it has 9 MB, and every browser has gzip */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: ExplorerPage): FastifyReply {
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    throw new BadRequestError('The explorer is sent compressed only. Accept gzip.', { status: 406 })
  void reply
    .header('etag', page.etag)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  return reply
    .type('text/html; charset=utf-8')
    .header('content-encoding', 'gzip')
    .send(page.gzipped)
}
