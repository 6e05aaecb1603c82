import { BadRequestError, ForbiddenError } from '@takeoff/kit/values/errors'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'

/** Header that a page of another site cannot send without a preflight, which is refused. */
const HEADER = 'x-takeoff-console'

/**
 * Refuses requests that another site may have made a browser send: the session cookie goes with these, too.
 * @param origin of the pages
 */
export function requireSameSite(origin: string): preParsingHookHandler {
  return (request, _reply, payload, done) => done(violation(request, origin) ?? null, payload)
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
