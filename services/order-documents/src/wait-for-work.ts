import { withTimeout } from '@takeoff/kit/concurrency/with-timeout'

/** Waits for work under way when a process stops, up to a limit: another process takes over what is left. */
export async function waitForWork(
  underWay: Iterable<PromiseLike<unknown>>,
  limitMs: number,
): Promise<void> {
  const ended = Promise.allSettled(underWay)
  await withTimeout(limitMs, ended, 'the work takes longer').catch(() => undefined)
}
