import { randomUUID } from 'node:crypto'
import { parseJson } from '@takeoff/kit/values/json'

/** Longer than the gateway takes for any response. */
const LIMIT_MS = 60_000

type Variables = Readonly<Record<string, unknown>>
/** Response data, by the name of each operation. */
export type Data = Readonly<Record<string, unknown>>

/** A response that is not the whole data. */
export class ResponseError extends Error {
  /** That of the first error; undefined for a response that is not of GraphQL. */
  readonly code: string | undefined

  constructor(status: number, text: string, code: string | undefined) {
    super(`HTTP ${status}: ${text.slice(0, 500)}`)
    this.name = 'ResponseError'
    this.code = code
  }
}

/** A client of the gateway that repeats nothing. */
export interface Client {
  /**
   * @throws ResponseError for every response that is not the whole data
   * @throws Error when there is none
   */
  send(query: string, variables: Variables, key?: string): Promise<Data>
}

export function createClient(url: string, token: string): Client {
  return {
    async send(query, variables, key = randomUUID()) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const text = await response.text()
      // The error page of a load balancer is not JSON.
      const { data, errors } = (parseJson(text) ?? {}) as Body
      if (!response.ok || errors !== undefined || data === undefined)
        throw new ResponseError(response.status, text, errors?.[0]?.extensions?.code)
      return data
    },
  }
}

interface Body {
  readonly data?: Data
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[]
}
