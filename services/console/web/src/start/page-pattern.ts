/** The place of a page, such as `lists/$/order`, with what its address names. */
interface PagePlace {
  readonly orgId: number
  readonly pattern: string
  /** The one id below the organization; empty where the address has none. */
  readonly id: string
}

/** Reads the address of a page of an organization; undefined for another one. */
export function placeOf(path: string): PagePlace | undefined {
  const [, orgId, rest] = /^\/o\/(\d+)\/(.*?)\/?$/.exec(path) ?? []
  if (orgId === undefined || rest === undefined) return undefined
  const segments = rest.split('/')
  const isId = (segment: string): boolean => /\d/.test(segment)
  return {
    orgId: Number(orgId),
    pattern: segments.map((segment) => (isId(segment) ? '$' : segment)).join('/'),
    id: segments.find(isId) ?? '',
  }
}
