import { BackOff } from './back-off.ts'
import { Signal } from './signal.ts'

/** A background loop; disposing waits for the current round. */
export interface Loop extends AsyncDisposable {
  /** Starts the next round now instead of after its wait, because there may be work. */
  wake(): void
}

/** How a background loop works and waits. */
export interface LoopOptions {
  /**
   * Runs one round of work.
   * @param stopping aborted when a long round should end early
   * @returns whether to run the next round at once
   */
  readonly round: (stopping: AbortSignal) => Promise<boolean>
  /** Wait after a round that found nothing. */
  readonly idleMs: number | (() => number)
  /** Called when a round fails; it is repeated, after a longer wait each time. */
  readonly onError: (error: unknown) => void
  /** Longest wait after a failed round; 5 s by default. */
  readonly longestRetryMs?: number
}

/** Repeats rounds until it is disposed. A round that rejects is reported to `onError` and repeated after a back-off. */
export function startLoop({ round, idleMs, onError, longestRetryMs }: LoopOptions): Loop {
  const stopping = new AbortController()
  const { signal } = stopping
  const wakeUp = new Signal()
  const done = repeat()
  async function repeat(): Promise<void> {
    const backOff = new BackOff(longestRetryMs)
    while (!signal.aborted) {
      try {
        const isMore = await round(signal)
        backOff.reset()
        if (!isMore && !signal.aborted)
          await wakeUp.wait(typeof idleMs === 'number' ? idleMs : idleMs())
      } catch (error) {
        onError(error)
        await backOff.wait(signal)
      }
    }
  }
  return {
    wake: () => wakeUp.notify(),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      wakeUp.notify()
      await done
    },
  }
}
