import { sha256 } from './sha256.ts'

/** An operation with its variables. */
interface Operation {
  readonly document: string
  readonly variables: object
}

interface Early {
  readonly response: Promise<Response>
  readonly controller: AbortController
}

/** Requests sent ahead, by body, whose response is not taken yet. */
const early = new Map<string, Early>()

/** Sends an operation as the client will send it. */
export async function requestEarly(
  { document, variables }: Operation,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const documentId = `sha256:${await sha256(document)}`
  const body = JSON.stringify({ documentId, variables })
  const controller = new AbortController()
  const response = fetch('/session/graphql', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: ACCEPT },
    body,
    signal: controller.signal,
  })
  // The caller that takes the response gets the error.
  response.catch(() => undefined)
  early.set(body, { response, controller })
}

const ACCEPT = 'application/graphql-response+json, application/json;q=0.9'

/** Is `fetch`, and gives the response of a request that was sent early to the first one that asks for the same. */
export const fetchEarly: typeof fetch = (input, init = {}) => {
  const { body, signal } = init
  const found = typeof body === 'string' ? early.get(body) : undefined
  if (typeof body !== 'string' || found === undefined) return fetch(input, init)
  early.delete(body)
  signal?.addEventListener('abort', () => found.controller.abort(signal.reason), { once: true })
  return found.response
}

/** Drops responses that were never taken: they are out of date when this is called. */
export const forgetEarlyRequests = (): void => early.clear()
