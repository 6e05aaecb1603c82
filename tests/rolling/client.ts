import { randomUUID } from 'node:crypto'

type Variables = Readonly<Record<string, unknown>>
/** Response data, by the name of each operation. */
export type Data = Readonly<Record<string, unknown>>

/** A client of the gateway that repeats nothing. */
export interface Client {
  /** @throws Error for every response that is not the whole data */
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
      })
      const text = await response.text()
      const { data, errors } = JSON.parse(text) as { data?: Data; errors?: unknown }
      if (!response.ok || errors !== undefined || data === undefined)
        throw new Error(`HTTP ${response.status}: ${text.slice(0, 500)}`)
      return data
    },
  }
}
