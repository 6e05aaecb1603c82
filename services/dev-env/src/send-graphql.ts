const REQUEST_LIMIT_MS = 30_000

/** A response with errors. */
export class RefusedError extends Error {
  readonly codes: readonly (string | undefined)[]

  constructor(message: string, codes: readonly (string | undefined)[]) {
    super(message)
    this.codes = codes
  }
}

interface GraphqlError {
  readonly message: string
  readonly extensions?: { readonly code?: string }
}

/**
 * Returns the data of a response.
 * @throws RefusedError when the response has errors
 */
export async function sendGraphql<T>(url: string, token: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
  const result = (await response.json()) as { data?: T; errors?: readonly GraphqlError[] }
  if (result.data && result.errors === undefined) return result.data
  const errors = result.errors ?? [{ message: `HTTP ${response.status}` }]
  const reasons = errors.map(({ message }) => message).join('; ')
  throw new RefusedError(
    `${url} responds with an error: ${reasons}`,
    errors.map(({ extensions }) => extensions?.code),
  )
}
