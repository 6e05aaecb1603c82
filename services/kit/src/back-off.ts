import { setTimeout as delay } from 'node:timers/promises'

const FIRST_MS = 100
const LONGEST_MS = 5_000

/** Waits longer after each failure in a row, with jitter, until `signal` says to stop. */
export interface BackOff {
  wait(signal: AbortSignal): Promise<void>
  reset(): void
}

export function createBackOff(random: () => number = Math.random): BackOff {
  let failures = 0
  return {
    async wait(signal) {
      const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
      failures += 1
      await delay(full * (0.5 + random() / 2), undefined, { signal }).catch(() => undefined)
    },
    reset() {
      failures = 0
    },
  }
}
