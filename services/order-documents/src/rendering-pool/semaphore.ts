/** Limits the tasks that run at a time; others wait in first-in, first-out order. */
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createSemaphore(slots: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = slots

  return {
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // Pass the slot directly to the next waiter, so that a newcomer cannot overtake.
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
