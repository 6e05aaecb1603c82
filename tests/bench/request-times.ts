/** A request to the gateway that can be sent repeatedly. */
export interface Target {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function targetOf(url: string, token: string, query: string, variables: object): Target {
  return {
    url,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  }
}

/** @throws Error when the response has errors, because a fast wrong response would falsify the figures */
export async function sendRequest({ url, headers, body }: Target): Promise<string> {
  const response = await (await fetch(url, { method: 'POST', headers, body })).text()
  if (response.includes('"errors"')) throw new Error(`the bench failed: ${response.slice(0, 500)}`)
  return response
}

/** Sends this many requests, one after the other. */
export async function timeRequests(target: Target, times: number): Promise<number[]> {
  const durations: number[] = []
  while (durations.length < times) durations.push(await durationOf(target))
  return durations
}

/** Sends one request after the other while `work` runs. */
export async function timeRequestsWhile<T>(
  target: Target,
  work: () => Promise<T>,
): Promise<{ result: T; durations: number[] }> {
  const durations: number[] = []
  const done = new AbortController()
  const sending = (async () => {
    while (!done.signal.aborted) durations.push(await durationOf(target))
  })()
  try {
    return { result: await work(), durations }
  } finally {
    done.abort()
    await sending
  }
}

async function durationOf(target: Target): Promise<number> {
  const from = performance.now()
  await sendRequest(target)
  return performance.now() - from
}
