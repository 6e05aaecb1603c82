import { setTimeout as delay } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 5_000

/** Waits longer after each failure in a row, with jitter, until `signal` says to stop. */
export interface BackOff {
  wait(signal: AbortSignal): Promise<void>
  reset(): void
}

export function createBackOff(longestMs = LONGEST_MS): BackOff {
  let failures = 0
  return {
    async wait(signal) {
      const waitMs = backOffMs(failures, Math.random(), longestMs)
      failures += 1
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
    },
    reset() {
      failures = 0
    },
  }
}

/** @param chance from 0 to 1; half of the wait hangs on it, so that processes do not come back together */
export function backOffMs(failuresBefore: number, chance: number, longestMs = LONGEST_MS): number {
  const full = Math.min(longestMs, FIRST_MS * 2 ** failuresBefore)
  return full * (0.5 + chance / 2)
}
