import { CommandFailedError } from '@takeoff/kit/service/command-line'

export interface TextResponse {
  readonly status: number
  readonly body: string
}

/** @throws CommandFailedError when no response arrives in time */
export async function sendRequest(
  url: string,
  { timeoutMs, ...init }: RequestInit & { readonly timeoutMs: number },
): Promise<TextResponse> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) })
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
