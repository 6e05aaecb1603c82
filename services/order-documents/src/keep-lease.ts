interface Renewal {
  readonly everyMs: number
  readonly renew: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}

/** Renews a lease until it is disposed of, which waits for a renewal under way: later it would bring the lease back. */
export function keepLease({ everyMs, renew, onError }: Renewal): AsyncDisposable {
  let renewed: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    renewed = renewed.then(renew).catch(onError)
  }, everyMs)
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await renewed
    },
  }
}
