import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleWhenResult } from 'cockatiel'
import type { IBackoffFactory } from 'cockatiel'

/** Failures in a row after which a provider is left alone. */
export const BREAKER_FAILURES = 5
/** How long, before one call tries it again. */
export const BREAKER_OPEN_MS = 30_000

export interface CircuitBreaker<Result> {
  /** Makes the call, or answers `whenOpen` without one. */
  run(call: () => Promise<Result>): Promise<Result>
}

/** A provider that is down is not asked on and on, and those who wait for it hear of it at once. */
export function createCircuitBreaker<Result>(options: {
  readonly isFailure: (result: Result) => boolean
  readonly whenOpen: Result
  readonly now: () => Date
}): CircuitBreaker<Result> {
  const breaker = circuitBreaker(
    handleWhenResult((result) => options.isFailure(result as Result)),
    {
      breaker: new ConsecutiveBreaker(BREAKER_FAILURES),
      halfOpenAfter: waitByClock(options.now),
    },
  )
  return {
    async run(call) {
      try {
        return await breaker.execute(call)
      } catch (error) {
        if (error instanceof BrokenCircuitError) return options.whenOpen
        throw error
      }
    },
  }
}

/** The library waits by the system's clock; this lets it wait by ours. */
function waitByClock(now: () => Date): IBackoffFactory<unknown> {
  return {
    next() {
      const until = now().getTime() + BREAKER_OPEN_MS
      return {
        get duration() {
          return now().getTime() < until ? Number.POSITIVE_INFINITY : 0
        },
        next: () => waitByClock(now).next(undefined),
      }
    },
  }
}
