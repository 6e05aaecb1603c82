const LEGACY = 'application/json'
const CURRENT = 'application/graphql-response+json'

/** The media type for a response that Apollo Server does not write. */
export function responseType(accept: string | undefined): string {
  return accept?.includes(CURRENT) ? `${CURRENT}; charset=utf-8` : `${LEGACY}; charset=utf-8`
}

/**
 * GraphQL over HTTP: a client that accepts only `application/json` gets the errors of its document in a response with
 * status 200. A request that is not a GraphQL request keeps its status.
 */
export function responseStatus(
  accept: string | undefined,
  error: { readonly status: number; readonly code: unknown },
): number {
  const isLegacy = accept !== undefined && accept.includes(LEGACY) && !/graphql|\*/.test(accept)
  return isLegacy && error.status === 400 && error.code !== 'BAD_REQUEST' ? 200 : error.status
}
