import { CommandFailedError } from '@takeoff/kit/service/command-line'

export interface TextResponse {
  readonly status: number
  readonly body: string
}

interface Sent extends RequestInit {
  readonly timeoutMs: number
  /** Ends the request. */
  readonly stop?: AbortSignal | undefined
}

/** @throws CommandFailedError when no response arrives in time */
export async function sendRequest(
  url: string,
  { timeoutMs, stop, ...init }: Sent,
): Promise<TextResponse> {
  try {
    const signals = [AbortSignal.timeout(timeoutMs), ...(stop === undefined ? [] : [stop])]
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
    return { status: response.status, body: await response.text() }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    const why =
      name === 'TimeoutError'
        ? `no response within ${timeoutMs / 1000} seconds`
        : (cause?.code ?? message)
    throw new CommandFailedError(`${url} cannot be reached (${why}). Does the stack run?`, {
      cause: error,
    })
  }
}
