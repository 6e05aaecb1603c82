import { setTimeout as delay } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 5_000

/** Waits that double with each failure in a row, with jitter. */
export class BackOff {
  readonly #longestMs: number
  #failures = 0

  /** @param longestMs longest wait in milliseconds */
  constructor(longestMs = LONGEST_MS) {
    this.#longestMs = longestMs
  }

  /** Waits until it is time to try again or `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<void> {
    const waitMs = backOffMs(this.#failures, Math.random(), this.#longestMs)
    this.#failures += 1
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
  }

  /** The next wait is the shortest again. */
  reset(): void {
    this.#failures = 0
  }
}

/** @param chance from 0 to 1; half of the wait depends on it, so that processes do not retry together */
export function backOffMs(failuresBefore: number, chance: number, longestMs = LONGEST_MS): number {
  const full = Math.min(longestMs, FIRST_MS * 2 ** failuresBefore)
  return full * (0.5 + chance / 2)
}
