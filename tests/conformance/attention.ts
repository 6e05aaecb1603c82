import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 50
/** Shorter differences are within the resolution of timers. */
const LATENESS_MIN_MS = 20

/**
 * How late this process is to notice what comes. On a busy machine, what it measured may be longer or shorter by as
 * much than what the sender made it.
 */
export interface Attention extends Disposable {
  /** The most it was late about that moment of `performance.now()`. */
  latenessMs(at: number): number
}

/** @param roundTrip a request of its own, over the way that those of senders take */
export function payAttention(roundTrip: () => Promise<void>): Attention {
  const delays: { readonly from: number; readonly to: number }[] = []
  const stop = new AbortController()
  let from = performance.now()
  const note = (to: number): void => {
    if (to - from > LATENESS_MIN_MS) delays.push({ from, to })
  }
  const watch = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await roundTrip()
      note(performance.now())
      // A pause that ends late is lateness as well.
      from = performance.now() + PAUSE_MS
      await sleep(PAUSE_MS, undefined, { signal: stop.signal })
    }
  }
  void watch().catch(() => undefined)
  return {
    latenessMs(at) {
      note(performance.now())
      const near = delays.filter(({ from, to }) => from <= at + PAUSE_MS && to >= at - 2 * PAUSE_MS)
      return Math.max(LATENESS_MIN_MS, ...near.map(({ from, to }) => to - from))
    },
    [Symbol.dispose]: () => stop.abort(),
  }
}
