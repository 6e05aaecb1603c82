import type { GraphqlResponse } from './subgraph-response.ts'

type Variables = Readonly<Record<string, unknown>>

export interface DistinctRequest {
  /** The variables with each representation once. */
  readonly variables: Variables
  /** The response as if every representation had been sent; equal ones share one entity. */
  readonly expand: (response: GraphqlResponse) => GraphqlResponse
}

/**
 * Requests each entity once. The executor sends one representation for each place in the response, so 120 order lines
 * of one vendor would request that vendor 120 times.
 */
export function distinctRepresentations(variables: Variables): DistinctRequest {
  const all = variables['representations']
  if (!Array.isArray(all)) return unchanged(variables)
  const numbers = new Map<string, number>()
  const distinct: unknown[] = []
  const numberOf = all.map((representation: unknown) => {
    const key = JSON.stringify(representation)
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, distinct.length)
    return distinct.push(representation) - 1
  })
  if (distinct.length === all.length) return unchanged(variables)
  return {
    variables: { ...variables, representations: distinct },
    expand: (response) => expand(response, numberOf),
  }
}

function unchanged(variables: Variables): DistinctRequest {
  return { variables, expand: (response) => response }
}

function expand(response: GraphqlResponse, numberOf: readonly number[]): GraphqlResponse {
  const { data, errors } = response
  const entities = data?.['_entities']
  return {
    ...response,
    ...(Array.isArray(entities) && {
      data: { ...data, _entities: numberOf.map((number) => entities[number] as unknown) },
    }),
    ...(errors && { errors: errors.flatMap((error) => atEveryPlace(error, numberOf)) }),
  }
}

/** An error of one entity is an error at every place that shows it. */
function atEveryPlace(error: unknown, numberOf: readonly number[]): unknown[] {
  const path = (error as { path?: unknown } | null)?.path
  if (!Array.isArray(path) || path[0] !== '_entities' || typeof path[1] !== 'number') return [error]
  const [field, number, ...rest] = path as unknown[]
  return numberOf.flatMap((n, index) =>
    n === number ? [{ ...(error as object), path: [field, index, ...rest] }] : [],
  )
}
