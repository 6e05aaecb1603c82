import { logFailure } from '@takeoff/kit/http/log-failure'
import { AppError, NotFoundError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { reasonOf, sendErrorPage } from '../http/error-page.ts'
import { refuseOtherSites, requireJson, requireSameSite } from '../http/require-same-site.ts'
import { sendResponse } from './gateway.ts'
import type { ForwardOptions } from './forward-options.ts'
import { forwardGraphql } from './forward-graphql.ts'
import { forwardUpload } from './forward-upload.ts'
import { openSession } from '../sessions/open-session.ts'

/** Prefix of the addresses that are forwarded. */
const SESSION = '/session'

/** Routes that send requests of the pages to the gateway, with the access token of the session. */
export function addForwardRoutes(app: FastifyInstance, options: ForwardOptions): void {
  const sameSite = requireSameSite(options.config.publicUrl)
  app.post('/session/graphql', {
    preParsing: [sameSite, requireJson],
    handler: (request, reply) => forwardGraphql(request, reply, options),
  })
  const addReads = (prefix: string, hooks: { readonly onRequest?: onRequestHookHandler } = {}) =>
    app.route({
      method: ['GET', 'HEAD'],
      url: `${SESSION}${prefix}*`,
      ...hooks,
      errorHandler: fileErrors,
      handler: (request, reply) => forwardRead(request, reply, { ...options, prefix }),
    })
  // People open files by links in their mail.
  addReads('/files/')
  addReads('/exports/', { onRequest: refuseOtherSites })
  // The body of an upload is any kind of file, and is streamed.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, next) => next(null, payload))
    scope.post('/session/measurement-files', {
      preParsing: sameSite,
      handler: (request, reply) => forwardUpload(request, reply, options),
    })
    done()
  })
}

async function forwardRead(
  request: FastifyRequest,
  reply: FastifyReply,
  options: ForwardOptions & { readonly prefix: string },
): Promise<FastifyReply> {
  const { gateway, prefix } = options
  // Dot segments are resolved first, so that the path stays below the prefix.
  const { pathname, search } = new URL(request.url, 'http://console.invalid')
  const path = pathname.slice(SESSION.length)
  if (!pathname.startsWith(SESSION) || !path.startsWith(prefix) || /%2e|%2f|%5c/i.test(path))
    throw new NotFoundError('There is no such file or export.')
  const { accessToken } = await openSession(request, options)
  const response = await gateway.send(reply, {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    path: `${path}${search}`,
    accessToken,
  })
  return sendResponse(reply, response)
}

/** A browser that opens a file or an export in a tab gets a page, a program problem details. */
function fileErrors(error: unknown, { headers }: FastifyRequest, reply: FastifyReply): void {
  const isForPerson = headers.accept?.includes('text/html') === true
  if (!isForPerson || !(error instanceof AppError)) return void reply.send(error)
  if (error.isFailure) logFailure(reply, error)
  const isSignedOut = error instanceof UnauthenticatedError
  sendErrorPage(error, reply, {
    status: error.httpStatus,
    title: isSignedOut ? 'You are not signed in' : 'This cannot be opened',
    text: [isSignedOut ? 'Sign in, then open this again.' : reasonOf(error, 'This')],
    link: { href: '/', text: 'Go to the start' },
  })
}
