interface Renewal {
  readonly everyMs: number
  readonly renew: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}

/** Renews a lease until it is disposed of. */
export function keepLease({ everyMs, renew, onError }: Renewal): Disposable {
  const timer = setInterval(() => void renew().catch(onError), everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
