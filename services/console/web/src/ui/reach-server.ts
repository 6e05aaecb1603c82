import { TakeoffError } from '@takeoff/client'

const TIMEOUT_MS = 10_000

/**
 * Ends when the server responds. `navigator.onLine` does not suffice: it is true in a network that leads nowhere, and
 * false on some machines that reach the server.
 * @throws TakeoffError when it does not respond
 */
export async function reachServer(): Promise<void> {
  const response = await fetch('/', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new TakeoffError({ code: 'NETWORK_ERROR', message: 'No response.', cause })
  })
  if (response.ok) return
  const message = `The server responded with HTTP ${response.status}.`
  throw new TakeoffError({ code: 'INVALID_RESPONSE', message, status: response.status })
}
