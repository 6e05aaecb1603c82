/**
 * Later than the change before, also when this one waited for a lock, or the clock of the process is behind: a copy
 * keeps the version with the latest time.
 */
export function timeOfChange({ updatedAt }: { readonly updatedAt: Date }, now: Date): Date {
  return new Date(Math.max(now.getTime(), updatedAt.getTime() + 1))
}
