/** Runs tasks one after the other, in the order in which they were added. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
