import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 50
/** Shorter differences are within the resolution of timers. */
const LATENESS_MIN_MS = 20

/**
 * How late this process notices events. On a busy machine, a measured duration may be longer or shorter by this
 * much than the duration at the sender.
 */
export interface Attention extends Disposable {
  /** Maximum lateness around that moment of `performance.now()`. */
  latenessMs(at: number): number
}

/** @param roundTrip sends a request of this process over the same path as the senders' requests */
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
      // A pause that ends late counts as lateness too.
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
