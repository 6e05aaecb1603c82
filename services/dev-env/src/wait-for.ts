import { setTimeout as sleep } from 'node:timers/promises'

interface WaitOptions {
  /** What is waited for; the error names it. */
  readonly what: string
  readonly limitMs: number
  readonly intervalMs?: number
  readonly signal?: AbortSignal
}

/**
 * Polls until the result is not undefined. A condition that throws ends the wait.
 * @throws Error when the limit is reached
 */
export async function waitFor<T>(
  condition: () => Promise<T | undefined> | T | undefined,
  { what, limitMs, intervalMs = 50, signal }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    signal?.throwIfAborted()
    const result = await condition()
    if (result !== undefined) return result
    if (performance.now() > deadline) {
      throw new Error(`${what} did not happen within ${limitMs / 1000} s`)
    }
    await sleep(intervalMs)
  }
}
