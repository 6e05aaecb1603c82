const listeners = new Set<() => void>()
let hasEnded = false

/** Whether a response said that the session has ended; parts of the application subscribe to it. */
export const sessionEnd = {
  report: (): void => {
    hasEnded = true
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  hasEnded: (): boolean => hasEnded,
}
