export interface TimeLimit extends Disposable {
  /** To be called when something has begun. */
  begun(): void
}

/**
 * Ends what takes longer than it may. All of it may take equally long, so one timer does, aimed at what began first;
 * one for each request took 2 % of a busy process.
 * @param underWay in the order of its begin; `end` takes what is late out of it
 */
export function createTimeLimit<T extends { readonly startedAt: number }>(
  underWay: ReadonlyMap<T, unknown>,
  limitMs: number,
  end: (late: T) => void,
): TimeLimit {
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    timer = undefined
    for (const one of underWay.keys()) {
      const leftMs = one.startedAt + limitMs - performance.now()
      if (leftMs > 0) return aim(leftMs)
      end(one)
    }
  }

  function aim(ms: number): void {
    timer = setTimeout(look, Math.ceil(ms))
  }

  return {
    begun() {
      if (timer === undefined) aim(limitMs)
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
