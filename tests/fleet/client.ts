import { randomUUID } from 'node:crypto'
import { sendGraphql } from '@takeoff/dev-env/send-graphql'

/** Longer than the gateway takes for any response. */
const LIMIT_MS = 60_000

type Variables = Readonly<Record<string, unknown>>
/** Response data, by the name of each operation. */
export type Data = Readonly<Record<string, unknown>>

/** A client of the gateway that repeats nothing. */
export interface Client {
  /**
   * @throws RefusedError for every response that is not the whole data
   * @throws Error when there is none
   */
  send(query: string, variables: Variables, key?: string): Promise<Data>
}

export function createClient(url: string, token: string): Client {
  return {
    send(query, variables, key = randomUUID()) {
      const options = { headers: { 'idempotency-key': key }, limitMs: LIMIT_MS }
      return sendGraphql<Data>(url, token, { query, variables }, options)
    },
  }
}
