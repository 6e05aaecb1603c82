import { parseJson } from '@takeoff/kit/values/json'

const REQUEST_LIMIT_MS = 30_000
/** Characters of the body that the error of a response without GraphQL errors shows. */
const TEXT_MAX = 500

/** A response that is not the whole data. */
export class RefusedError extends Error {
  /** The codes of its GraphQL errors. */
  readonly codes: readonly (string | undefined)[]

  constructor(message: string, codes: readonly (string | undefined)[]) {
    super(message)
    this.name = 'RefusedError'
    this.codes = codes
  }
}

interface GraphqlError {
  readonly message: string
  readonly extensions?: { readonly code?: string; readonly requestId?: string }
}

interface GraphqlResponse<Data> {
  readonly data?: Data | null
  readonly errors?: readonly GraphqlError[]
}

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly limitMs?: number
}

/**
 * Returns the data of a response.
 * @throws RefusedError when the response has errors, or has no data
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
  const reasons = errors?.map(reasonOf) ?? [text.slice(0, TEXT_MAX)]
  throw new RefusedError(
    `${url} responds with HTTP ${response.status}: ${reasons.join('; ')}`,
    errors?.map(({ extensions }) => extensions?.code) ?? [],
  )
}

/** The message with the code, and the id by which the logs of the processes are searched. */
function reasonOf({ message, extensions: { code, requestId } = {} }: GraphqlError): string {
  const details = [code, requestId && `request ${requestId}`].filter(Boolean).join(', ')
  return details === '' ? message : `${message} (${details})`
}
