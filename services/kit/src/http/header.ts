import type { IncomingHttpHeaders } from 'node:http'

/** A header of a request; undefined when it is missing, or is one of those that Node gives as a list. */
export function headerOf(
  request: { readonly headers: IncomingHttpHeaders },
  name: string,
): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
