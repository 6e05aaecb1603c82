/** Lets so many pieces of work run at a time, the others in the order in which they came. */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createTurns(atATime: number): Turns {
  const waiting: (() => void)[] = []
  let free = atATime

  return {
    async take(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // Handed on and not given back: nobody who comes now gets before who waits.
        const next = waiting.shift()
        if (next === undefined) free += 1
        else next()
      }
    },
  }
}
