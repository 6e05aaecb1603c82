import { existsSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { fastifyStatic } from '@fastify/static'
import { builtFileCaching } from '@takeoff/kit/http/built-file'
import { messagePage } from '@takeoff/kit/http/message-page'
import { NotFoundError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'

/** A page that is not built yet is loaded again after this long. */
const RELOAD_SECONDS = 3
const INDEX = 'index.html'

const NOT_BUILT = messagePage({
  title: 'The console is not built yet',
  text: [
    'The development stack builds it in the background, which takes less than a minute; its log is .takeoff/logs/console-build.log. This page loads again by itself.',
    'For another installation, run npm run console, and name the folder in CONSOLE_FOLDER.',
  ],
  reloadSeconds: RELOAD_SECONDS,
})

export interface PageOptions {
  /** The built application, which may be built while the process runs. */
  readonly folder: string
  readonly publicUrl: string
}

/** Serves the files of the application, and the application itself at its pages. */
export async function addPageRoutes(app: FastifyInstance, options: PageOptions): Promise<void> {
  const folder = path.resolve(options.folder)
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    suppressWarning: true,
    // The build has compressed them, as small as it gets.
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    setHeaders,
  })
  const handler = (
    request: FastifyRequest<{ Params: { readonly '*': string } }>,
    reply: FastifyReply,
  ): FastifyReply | Promise<FastifyReply> => {
    const other = otherName(request, options.publicUrl)
    if (other !== undefined) return reply.redirect(other)
    const { '*': name } = request.params
    return isFile(folder, name) ? reply.sendFile(name) : sendApplication(request, reply, folder)
  }
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler })
}

/**
 * For readiness: a process with a wrong CONSOLE_FOLDER serves no page, and must not replace one that does.
 * @throws Error while the folder has no application
 */
export async function requireApplication(folder: string): Promise<void> {
  await access(path.join(folder, INDEX))
}

/** A file of the application, other than its page and the compressed copies, which are sent in place of their originals. */
function isFile(folder: string, name: string): boolean {
  const file = path.join(folder, name)
  if (name === INDEX || /\.(?:br|gz)$/.test(name) || !file.startsWith(folder + path.sep))
    return false
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    // No file can have this name: it is too long, or has a null byte.
    return false
  }
}

async function sendApplication(
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const [pathname = ''] = request.url.split('?', 1)
  if (!isPagePath(pathname, request.headers.accept))
    throw new NotFoundError(
      `There is nothing at ${request.method} ${pathname}. Check the method and the address.`,
    )
  if (existsSync(path.join(folder, INDEX))) return reply.sendFile(INDEX)
  return reply
    .code(503)
    .headers({ 'retry-after': RELOAD_SECONDS, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(NOT_BUILT)
}

/**
 * The pages of the application. At another address a browser gets the application too, which says that there
 * is no such page; a program that mistypes an address of the API must not get a page for its response. A name
 * with an extension is a file, perhaps of a version before this one; what is below `/session` is an address
 * of this process.
 */
function isPagePath(pathname: string, accept: string | undefined): boolean {
  if (pathname === '/' || pathname === `/${INDEX}` || pathname.startsWith('/o/')) return true
  if (/\.[^/]*$/.test(pathname) || pathname.startsWith('/session/')) return false
  return accept?.includes('text/html') ?? false
}

function setHeaders(reply: Pick<FastifyReply, 'header'>, file: string): void {
  // A browser would keep a page as it was left, and show it again by Back after its person has signed out.
  const isPage = path.basename(file).startsWith(INDEX)
  void reply.header('cache-control', isPage ? 'no-store' : builtFileCaching(file))
}

/**
 * The same page at the configured name, when it was requested at another name of this machine: `localhost` has cookies
 * and drafts of its own.
 */
export function otherName(
  request: Pick<FastifyRequest, 'headers' | 'url'>,
  publicUrl: string,
): string | undefined {
  const host = request.headers['x-forwarded-host']
  if (typeof host !== 'string' || !isLoopback(publicUrl)) return undefined
  const requested = `http://${host}`
  if (!URL.canParse(requested) || !isLoopback(requested)) return undefined
  const { host: own } = new URL(publicUrl)
  const { host: other, port } = new URL(requested)
  if (other === own || port !== new URL(publicUrl).port) return undefined
  return `${publicUrl}${request.url}`
}
