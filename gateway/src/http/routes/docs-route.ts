import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fastifyStatic } from '@fastify/static'
import { builtFileCaching } from '@takeoff/kit/http/built-file'
import { messagePage } from '@takeoff/kit/http/message-page'
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from 'fastify'
import { compression } from '../compression.ts'
import { refuseOtherMethods } from '../wrong-method.ts'

export interface DocsOptions {
  /** The built site, which may be built while the gateway runs. */
  readonly folder: string
  readonly compressionBytesMin: number
}

const METHODS = ['GET', 'HEAD']
/** A page that is not built yet is loaded again after this long. */
const RETRY_SECONDS = 5

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const NOT_BUILT = messagePage({
  title: 'The documentation is not built yet',
  text: [
    `The development stack builds it after its start, in the background: this takes a minute or two the first time, and its log is .takeoff/logs/docs.log. This page loads again every ${RETRY_SECONDS} seconds.`,
    'The images of the gateway contain it. For a gateway that runs from its sources, run npm run docs, and name the folder in DOCS_FOLDER.',
  ],
  reloadSeconds: RETRY_SECONDS,
})

/** Serves the documentation at `/docs/`, and its list of pages for language models at `/llms.txt`. */
export async function addDocsRoutes(app: FastifyInstance, options: DocsOptions): Promise<void> {
  const { folder, compressionBytesMin } = options
  await app.register(fastifyStatic, {
    root: path.resolve(folder),
    serve: false,
    suppressWarning: true,
    extensions: ['html'],
    redirect: true,
    // The build has compressed what pages load; pages themselves are compressed as they are sent.
    preCompressed: true,
    // A compressed response has no ranges.
    acceptRanges: false,
    cacheControl: false,
    setHeaders,
  })
  const route = {
    method: METHODS,
    compress: compression(compressionBytesMin),
    onRequest: ((_request, reply, done) => {
      void reply.headers(HEADERS)
      done()
    }) satisfies onRequestHookHandler,
  }
  app.route({ ...route, url: '/llms.txt', handler: (_, reply) => reply.sendFile('/llms.txt') })
  app.route({ ...route, url: '/docs', handler: (_, reply) => reply.redirect('/docs/') })
  for (const url of ['/llms.txt', '/docs']) refuseOtherMethods(app, url, METHODS)
  await app.register(
    (scope, _, done) => {
      scope.setNotFoundHandler((_request, reply) => sendMissing(reply, folder))
      scope.route<{ Params: { readonly '*': string } }>({
        ...route,
        url: '/*',
        handler: (request, reply) => reply.sendFile(`/${request.params['*']}`),
      })
      refuseOtherMethods(scope, '/*', METHODS)
      done()
    },
    { prefix: '/docs' },
  )
}

function setHeaders(reply: Pick<FastifyReply, 'header'>, file: string): void {
  void reply.header('cache-control', builtFileCaching(file))
  // An example is there to be read, and its extension means something else to a browser (a video, for .ts).
  if (/[\\/]files[\\/].*\.\w+$/.test(file) && !/\.(?:png|json|csv)$/.test(file))
    void reply.header('content-type', 'text/plain; charset=utf-8')
}

async function sendMissing(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
  const page = await readFile(path.join(folder, '404.html'), 'utf8').catch(() => undefined)
  if (page !== undefined) return reply.code(404).send(page)
  return reply.code(503).header('retry-after', RETRY_SECONDS).send(NOT_BUILT)
}
