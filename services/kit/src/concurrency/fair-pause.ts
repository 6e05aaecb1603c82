/** Times the duration of a piece of work, so that three quarters of the time are left to others. */
const PAUSE_FACTOR = 3

/**
 * How long a caller waits after a piece of work before its next one, so that others get most of the time of a core or a disk.
 * @param limitMs Longest pause, because a piece of work also takes long when those of others are before it. Default: none
 */
export function fairPauseMs(workedMs: number, limitMs = Infinity): number {
  return Math.min(limitMs, PAUSE_FACTOR * workedMs)
}
