import { BadRequestError, ForbiddenError } from '@takeoff/kit/values/errors'
import type { FastifyRequest, onRequestHookHandler, preParsingHookHandler } from 'fastify'

/** Header that a page of another site cannot send without a preflight, which is refused. */
const HEADER = 'x-takeoff-console'

/**
 * Refuses requests that another site may have made a browser send: the session cookie goes with these, too.
 * @param origin of the pages
 */
export function requireSameSite(origin: string): preParsingHookHandler {
  return (request, _reply, payload, done) => done(violation(request, origin) ?? null, payload)
}

/**
 * Refuses a GET that begins work, where a browser says that another site made it send it: the session cookie goes with a link,
 * too. Addresses that a person types or has bookmarked are accepted.
 */
export const refuseOtherSites: onRequestHookHandler = (request, _reply, done) => {
  const { 'sec-fetch-site': site = 'none' } = request.headers
  if (site === 'none' || site === 'same-origin') return done()
  done(
    new ForbiddenError(
      'A link of another site starts no export. Put its address into a new tab of the browser.',
    ),
  )
}

/** Refuses any other body than JSON, before it is read. */
export const requireJson: preParsingHookHandler = (request, _reply, payload, done) => {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return done(null, payload)
  done(new BadRequestError('Send the body as content-type: application/json.', { status: 415 }))
}

function violation({ headers }: FastifyRequest, origin: string): ForbiddenError | undefined {
  if (headers[HEADER] !== '1')
    return new ForbiddenError(`Send the header ${HEADER}: 1, as the pages of the console do.`)
  const { origin: given, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin')
    return new ForbiddenError('The request comes from another site (Sec-Fetch-Site).')
  if (given !== undefined && given !== origin)
    return new ForbiddenError(`The request comes from another origin than ${origin} (Origin).`)
  if (given === undefined && site === undefined)
    return new ForbiddenError(
      'The request must have Origin or Sec-Fetch-Site, as browsers send it.',
    )
  return undefined
}
