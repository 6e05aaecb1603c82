const LEGACY = 'application/json'
const CURRENT = 'application/graphql-response+json'

/** The media type for an answer that Apollo Server does not write. */
export function answerType(accept: string | undefined): string {
  return accept?.includes(CURRENT) ? `${CURRENT}; charset=utf-8` : `${LEGACY}; charset=utf-8`
}

/**
 * GraphQL over HTTP: a client that takes nothing but `application/json` finds all that is wrong with its
 * document in an answer with status 200. What is no GraphQL request at all keeps its status.
 */
export function answerStatus(
  accept: string | undefined,
  error: { readonly status: number; readonly code: unknown },
): number {
  const isLegacy = accept !== undefined && accept.includes(LEGACY) && !/graphql|\*/.test(accept)
  return isLegacy && error.status === 400 && error.code !== 'BAD_REQUEST' ? 200 : error.status
}
