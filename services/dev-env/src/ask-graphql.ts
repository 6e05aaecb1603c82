const REQUEST_LIMIT_MS = 30_000

/** @throws Error with what the API says against loading the development data */
export async function askGraphql<T>(url: string, token: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
  })
  const answer = (await response.json()) as { data?: T; errors?: readonly { message: string }[] }
  if (answer.data && answer.errors === undefined) return answer.data
  const reasons = answer.errors?.map(({ message }) => message) ?? [`HTTP ${response.status}`]
  throw new Error(`The development data could not be loaded: ${reasons.join('; ')}`)
}
