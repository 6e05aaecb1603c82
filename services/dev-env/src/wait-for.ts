import { setTimeout as sleep } from 'node:timers/promises'

interface WaitOptions {
  /** What is waited for; the error names it. */
  readonly what: string
  readonly limitMs: number
  readonly intervalMs?: number
  readonly signal?: AbortSignal
}

/**
 * Asks again and again until the answer is not undefined. A condition that throws ends the wait.
 * @throws Error when the limit is reached
 */
export async function waitFor<T>(
  condition: () => Promise<T | undefined> | T | undefined,
  { what, limitMs, intervalMs = 50, signal }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + limitMs
  for (;;) {
    signal?.throwIfAborted()
    const answer = await condition()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) {
      throw new Error(`${what} did not come about within ${limitMs / 1000} s`)
    }
    await sleep(intervalMs)
  }
}
