import { isJsonObject } from '../../values/json.ts'

/** Body of a GraphQL request without extensions. */
export interface PlainBody {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** The body of a GraphQL request without unusual members. */
export function plainBody(body: unknown): PlainBody | undefined {
  if (!isJsonObject(body)) return undefined
  const { query, operationName, variables, extensions } = body
  if (typeof query !== 'string' || !isAbsent(extensions)) return undefined
  if (!isAbsent(operationName) && (typeof operationName !== 'string' || operationName === '')) {
    return undefined
  }
  const given = variables ?? {}
  if (!isJsonObject(given)) return undefined
  return { query, operationName: operationName ?? undefined, variables: given }
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}
