import { parseJson } from '@takeoff/kit/values/json'

const REQUEST_LIMIT_MS = 30_000
/** Shown of a response that is not of GraphQL. */
const TEXT_MAX = 500

/** A response that is not the whole data. */
export class RefusedError extends Error {
  /** Those of its errors. */
  readonly codes: readonly (string | undefined)[]

  constructor(message: string, codes: readonly (string | undefined)[]) {
    super(message)
    this.name = 'RefusedError'
    this.codes = codes
  }
}

interface GraphqlResponse<Data> {
  readonly data?: Data | null
  readonly errors?: readonly {
    readonly message: string
    readonly extensions?: { readonly code?: string }
  }[]
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly limitMs?: number
}

/**
 * Returns the data of a response.
 * @throws RefusedError when the response has errors, or is not of GraphQL
 */
export async function sendGraphql<Data>(
  url: string,
  token: string,
  body: object,
  { headers = {}, limitMs = REQUEST_LIMIT_MS }: SendOptions = {},
): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limitMs),
  })
  const text = await response.text()
  // The error page of a load balancer is not JSON.
  const { data, errors } = (parseJson(text) ?? {}) as GraphqlResponse<Data>
  if (response.ok && data && errors === undefined) return data
  const reasons = errors ?? [{ message: `HTTP ${response.status}: ${text.slice(0, TEXT_MAX)}` }]
  throw new RefusedError(
    `${url} responds with an error: ${reasons.map(({ message }) => message).join('; ')}`,
    reasons.map(({ extensions }) => extensions?.code),
  )
}
