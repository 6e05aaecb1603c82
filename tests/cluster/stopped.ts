/** Rejects when this program is stopped by a signal, so that what is being used is disposed at once. */
export function stopped(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => reject(new Error(`stopped by ${signal}`)))
  return promise
}
