import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhenResult,
} from 'cockatiel'
import type { IBackoffFactory } from 'cockatiel'

/** Failures in a row that open the circuit of a provider. */
export const BREAKER_FAILURES = 5
/** How long the circuit stays open, before one call tries again. */
export const BREAKER_OPEN_MS = 30_000

/** Stops calls to a provider that is down, which return `whenOpen`, so that their callers fail at once. */
export function createCircuitBreaker<Result>(options: {
  readonly isFailure: (result: Result) => boolean
  readonly whenOpen: Result
  /** Milliseconds of a clock that is never set back: `performance.now()` when omitted. */
  readonly monotonicNow?: () => number
}): (call: () => Promise<Result>) => Promise<Result> {
  const breaker = circuitBreaker(
    handleWhenResult((result) => options.isFailure(result as Result)),
    {
      breaker: new ConsecutiveBreaker(BREAKER_FAILURES),
      halfOpenAfter: waitByClock(options.monotonicNow ?? (() => performance.now())),
    },
  )
  return async (call) => {
    // The library would hold this call until the test call ends, and then make it: an order would be sent long
    // after its attempt was recorded.
    if (breaker.state === CircuitState.HalfOpen) return options.whenOpen
    try {
      return await breaker.execute(call)
    } catch (error) {
      if (error instanceof BrokenCircuitError) return options.whenOpen
      throw error
    }
  }
}

/** The library waits by the system's clock, which may be set back; this makes it use the injected one. */
function waitByClock(now: () => number): IBackoffFactory<unknown> {
  return {
    next() {
      const until = now() + BREAKER_OPEN_MS
      return {
        get duration() {
          return now() < until ? Number.POSITIVE_INFINITY : 0
        },
        next: () => waitByClock(now).next(undefined),
      }
    },
  }
}
