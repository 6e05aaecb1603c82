/** Times the duration of a piece of work: three quarters of the time are left to others. */
const PAUSE_FACTOR = 3

/**
 * How long a caller with more work waits after a piece of it, so that others get most of the time of a shared resource, such as a core or a disk.
 * @param limitMs for work that takes long because others are before it
 */
export function fairPauseMs(workedMs: number, limitMs = Infinity): number {
  return Math.min(limitMs, PAUSE_FACTOR * workedMs)
}
