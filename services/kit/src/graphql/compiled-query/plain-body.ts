/** Body of a GraphQL request without extensions. */
export interface PlainBody {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** The body of a GraphQL request without unusual members. */
export function plainBody(body: unknown): PlainBody | undefined {
  if (!isRecord(body)) return undefined
  const { query, operationName, variables, extensions } = body
  if (typeof query !== 'string' || !isAbsent(extensions)) return undefined
  if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) {
    return undefined
  }
  const given = variables ?? {}
  if (!isRecord(given)) return undefined
  return { query, operationName: operationName ?? undefined, variables: given }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
