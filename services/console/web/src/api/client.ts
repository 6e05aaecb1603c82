import { createClient } from '@takeoff/client'
import type { Result, RetryOptions, TypedDocumentString } from '@takeoff/client'
import { OWN_REQUEST } from './own-request.ts'
import { fetchEarly } from './early-requests.ts'

/** The session's way to the public endpoint; the backend of the console adds the token. */
export const client = createClient({
  url: '/session/graphql',
  headers: OWN_REQUEST,
  persisted: true,
  fetch: fetchEarly,
  retries: { attempts: 4, totalMs: 30_000 },
  timeoutMs: 20_000,
})

/** A change is repeated for longer than a read: as long as a process takes to start again. It is applied once. */
const CHANGE_RETRIES: RetryOptions = {
  attempts: 12,
  totalMs: 45_000,
  delayMs: 400,
  delayMaxMs: 5_000,
}

/**
 * Sends a change: once without a connection, so that the person learns at once that it was not made. It is sent
 * nevertheless, because some browsers are wrong about their connection.
 */
export function sendChange<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  idempotencyKey: string,
): Promise<Result<Data>> {
  const retries = navigator.onLine ? CHANGE_RETRIES : { attempts: 1 }
  return client.request<Data, Variables>(
    document,
    ...([variables, { retries, idempotencyKey }] as never),
  )
}
