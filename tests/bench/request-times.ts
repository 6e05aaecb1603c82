/** A request to the gateway, ready to be sent again and again. */
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

/** @throws Error when the response has errors: a fast wrong response is no figure */
export async function ask({ url, headers, body }: Target): Promise<string> {
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
  if (answer.includes('"errors"')) throw new Error(`the bench failed: ${answer.slice(0, 500)}`)
  return answer
}

/** Sends one request after the other, so many times. */
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
  const asking = (async () => {
    while (!done.signal.aborted) durations.push(await durationOf(target))
  })()
  try {
    return { result: await work(), durations }
  } finally {
    done.abort()
    await asking
  }
}

async function durationOf(target: Target): Promise<number> {
  const from = performance.now()
  await ask(target)
  return performance.now() - from
}
