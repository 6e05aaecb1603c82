const REQUEST_LIMIT_MS = 30_000

/**
 * Returns the data of a response.
 * @throws Error when the response has errors
 */
export async function sendGraphql<T>(url: string, token: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
  const result = (await response.json()) as { data?: T; errors?: readonly { message: string }[] }
  if (result.data && result.errors === undefined) return result.data
  const reasons = result.errors?.map(({ message }) => message) ?? [`HTTP ${response.status}`]
  throw new Error(`${url} responds with an error: ${reasons.join('; ')}`)
}
